// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.LockClock;
import dev.interlock.jdbc.options.JdbcLockOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/** How long one step may take that begins now: the wait for a connection and the silence of the server count. */
public final class StepLimit {

    /** So little waiting leaves the connection the limit that it has anyway. */
    static final long UNNOTICED_MILLIS = 20;

    private final LockClock clock;
    private final long limitMillis;
    private final long mostWaitMillis;
    private final long startNanos;

    /**
     * Begins now.
     *
     * @param clock the client's clock
     * @param options have the limit
     */
    public StepLimit(LockClock clock, JdbcLockOptions options) {
        this.clock = clock;
        limitMillis = options.timeout().toMillis();
        mostWaitMillis = options.pool().maxWait().toMillis();
        startNanos = clock.nanoTime();
    }

    private long leftMillis() {
        return limitMillis - (clock.nanoTime() - startNanos) / 1_000_000;
    }

    /** How long to wait for a connection. */
    long waitMillis() {
        return Math.max(0, Math.min(mostWaitMillis, leftMillis()));
    }

    /** Lets the server be silent on the connection for what is left; the pool takes that back afterwards. */
    void apply(Connection connection) throws SQLException {
        apply(connection, "there was no connection in time");
    }

    /**
     * The same before each of several requests of a step. A connection that is kept afterwards gets its own time-out back
     * by its user.
     *
     * @throws SQLException if no time is left
     */
    public void applyBetween(Connection connection) throws SQLException {
        apply(connection, "the server was slow, and no time is left for the next request of the step");
    }

    private void apply(Connection connection, String tooLate) throws SQLException {
        long left = leftMillis();
        if (left <= 0) {
            throw new SQLTransientConnectionException(tooLate);
        }
        if (limitMillis - left > UNNOTICED_MILLIS) {
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(left));
        }
    }
}
