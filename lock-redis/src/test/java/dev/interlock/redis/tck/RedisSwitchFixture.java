// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.testbed.server.RedisServer;
import java.util.Optional;
import java.util.function.Function;

/** The kit's way to a Redis whose primary runs on when another one takes over, as after a switch that was planned. */
public final class RedisSwitchFixture extends ForwardingFixture {

    private final Function<String, LockBackend> opener;

    /**
     * Makes the fixture.
     *
     * @param server for everything but the switch; stays open
     * @param steps which requests are which step
     * @param opener makes a backend for a uri
     */
    public RedisSwitchFixture(RedisServer server, RedisSteps steps, Function<String, LockBackend> opener) {
        super(new RedisFixture(server, steps, opener));
        this.opener = opener;
    }

    @Override
    public Optional<FailOver> failOver() {
        return Optional.of(new Demotion(RedisFailOver.start(opener)));
    }

    private record Demotion(RedisFailOver to) implements FailOver {

        @Override
        public LockBackend openBackend() {
            return to.openBackend();
        }

        @Override
        public String description() {
            return "a replica that the grant had not reached was promoted, and the primary runs on as its replica";
        }

        @Override
        public void holdBack() {
            to.holdBack();
        }

        @Override
        public void run() {
            to.replica().promote();
            to.replica().demotePrimary();
            to.address()
                    .leadTo(to.replica().server().host(), to.replica().server().port());
        }

        @Override
        public void close() {
            to.close();
        }
    }
}
