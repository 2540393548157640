// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.ForwardingWallClock;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.testbed.server.RedisReplica;
import dev.interlock.testbed.server.RedisServer;
import java.util.Optional;

/** The kit's way to a primary whose replica confirms each grant. The rules that disturb a server disturb the primary. */
public final class RedisAcknowledgedFixture extends ForwardingFixture {

    private static final String OPTIONS = "?timeout=5s&connectTimeout=30s&poolWait=5s";

    private final RedisReplica replica;

    /**
     * Makes the fixture.
     *
     * @param primary where the locks are; stays open
     * @param replica its only replica; stays open
     */
    public RedisAcknowledgedFixture(RedisServer primary, RedisReplica replica) {
        super(new RedisFixture(primary, RedisSteps.SCRIPTS, new RedisAcknowledgedOpener()));
        this.replica = replica;
    }

    static LockBackend open(String uri) {
        return new RedisAcknowledgedOpener().open(uri + OPTIONS);
    }

    @Override
    public String description() {
        return super.description() + ", a replica confirms each grant";
    }

    /** Without its replica the primary grants nothing. */
    @Override
    public Optional<Runnable> restart() {
        return super.restart().map(restart -> () -> {
            restart.run();
            replica.awaitInSync();
        });
    }

    @Override
    public Optional<StoreWallClock> wallClock() {
        RedisWallClock primary = RedisWallClock.start(RedisAcknowledgedFixture::open);
        RedisReplica follower = RedisReplica.of(primary.server());
        return Optional.of(new ForwardingWallClock(primary) {
            @Override
            public void close() {
                follower.close();
                super.close();
            }
        });
    }

    @Override
    public Optional<FailOver> failOver() {
        return Optional.of(RedisAcknowledgedFailOver.start());
    }
}
