// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.LockClock;
import java.time.Duration;
import redis.clients.jedis.Connection;

/** How long one step may take that begins now: the wait for a connection, its opening and the server's silence. */
public final class StepLimit {

    private final LockClock clock;
    private final long limitMillis;
    private final long startNanos;

    public StepLimit(LockClock clock, Duration limit) {
        this.clock = clock;
        limitMillis = limit.toMillis();
        startNanos = clock.nanoTime();
    }

    LockClock clock() {
        return clock;
    }

    /** Before a further request of the step: the server may be silent for what is left. */
    void apply(Connection connection) {
        // A driver takes 0 for endless.
        connection.setSoTimeout(Math.max(1, leftMillis()));
    }

    /** What is left, 0 if nothing is. */
    public int leftMillis() {
        long passed = (clock.nanoTime() - startNanos) / 1_000_000;
        return Math.toIntExact(Math.max(0, limitMillis - passed));
    }
}
