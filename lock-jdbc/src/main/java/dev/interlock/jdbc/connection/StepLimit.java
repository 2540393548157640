// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.LockClock;
import dev.interlock.jdbc.options.JdbcLockOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;

/** How long one step may take that begins now: the wait for a connection and the silence of the server count. */
public final class StepLimit {

    /** So little waiting leaves the connection the limit that it has anyway. */
    private static final long UNNOTICED_MILLIS = 20;

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
        this(clock, options, options.timeout());
    }

    private StepLimit(LockClock clock, JdbcLockOptions options, Duration limit) {
        this.clock = clock;
        limitMillis = limit.toMillis();
        mostWaitMillis = options.pool().maxWait().toMillis();
        startNanos = clock.nanoTime();
    }

    /** That of a step at the start of a client, which may take as long as to connect. */
    public static StepLimit ofStart(LockClock clock, JdbcLockOptions options) {
        Duration connect = options.pool().connectTimeout();
        return new StepLimit(clock, options, connect.compareTo(options.timeout()) > 0 ? connect : options.timeout());
    }

    private long leftMillis() {
        return limitMillis - (clock.nanoTime() - startNanos) / 1_000_000;
    }

    /** How long to wait for a connection. */
    long waitMillis() {
        return Math.max(0, Math.min(mostWaitMillis, leftMillis()));
    }

    /**
     * Lets the server be silent on a connection for what is left, to be called before each request of a step. A connection
     * that is kept afterwards gets its own time-out back by its user.
     *
     * @throws SQLException if no time is left
     */
    public void apply(Connection connection) throws SQLException {
        apply(connection, Math.toIntExact(limitMillis));
    }

    /** As above, for a connection whose time-out is another than that of the step. */
    void apply(Connection connection, int usualMillis) throws SQLException {
        long left = leftMillis();
        if (left <= 0) {
            throw new SQLTransientConnectionException("no time is left of the step for its next request");
        }
        if (usualMillis - left > UNNOTICED_MILLIS) {
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(left));
        }
    }
}
