// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.process.ProcessAccess;
import dev.interlock.testbed.server.RedisSentinelGroup;
import java.time.Duration;
import java.util.Optional;

/**
 * The kit's way to a primary that Sentinels name. The rules that break the network, set the clock or restart the store
 * do so at the primary itself: no proxy is between a client and the address that a Sentinel reports.
 */
public final class RedisSentinelFixture extends ForwardingFixture {

    /** The Sentinels wait longer than any rule that stops the primary. */
    public static final Duration DOWN_AFTER = Duration.ofMinutes(5);

    private static final String OPTIONS = "?timeout=5s&connectTimeout=15s&poolWait=5s";

    private final RedisSentinelGroup group;

    /**
     * Makes the fixture.
     *
     * @param group its primary must not move meanwhile; stays open
     */
    public RedisSentinelFixture(RedisSentinelGroup group) {
        super(new RedisFixture(group.primary()));
        this.group = group;
    }

    private static LockBackend open(RedisSentinelGroup group) {
        return new RedisSentinelOpener().open(group.uri() + OPTIONS);
    }

    @Override
    public LockBackend openBackend() {
        return open(group);
    }

    @Override
    public String description() {
        return super.description() + " behind 3 sentinels";
    }

    @Override
    public Optional<ProcessAccess> processes() {
        return Optional.of(new ProcessAccess(RedisSentinelOpener.class, group.uri() + OPTIONS));
    }

    @Override
    public Optional<FailOver> failOver() {
        return Optional.of(new Switch(RedisSentinelGroup.start(DOWN_AFTER)));
    }

    /** A switch that the Sentinels make, to a replica that the grant did not reach. */
    private record Switch(RedisSentinelGroup group) implements FailOver {

        @Override
        public LockBackend openBackend() {
            return open(group);
        }

        @Override
        public String description() {
            return "the sentinels made a replica the primary that the grant had not reached";
        }

        @Override
        public void holdBack() {
            group.replica().awaitInSync();
            group.replica().cutOff();
        }

        @Override
        public void run() {
            group.primary().kill();
            group.failOver();
        }

        @Override
        public void close() {
            group.close();
        }
    }
}
