// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.pool.HikariPool;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.interlock.jdbc.connection.JdbcConnections.HeldConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * A pool of connections, by HikariCP. Its DataSource waits for a connection for at least 250 ms; the pool below it,
 * which is part of its public module as well, can also be asked for one that is there now. Thread-safe.
 */
final class ConnectionPool {

    private static final long NOT_AT_ALL = 0;

    /** How long drivers take to find out that a connection is dead: they know whole seconds. */
    private static final long CHECK_MILLIS = 1_000;

    private final HikariPool pool;
    private volatile boolean closed;

    private ConnectionPool(HikariPool pool) {
        this.pool = pool;
    }

    /**
     * Opens it.
     *
     * @throws SQLException why there is no connection, if the configuration asks for one at the start
     */
    static ConnectionPool open(HikariConfig config) throws SQLException {
        config.validate();
        try {
            return new ConnectionPool(new HikariPool(config));
        } catch (PoolInitializationException e) {
            throw e.getCause() instanceof SQLException cause ? cause : new SQLException(e.getMessage(), e);
        }
    }

    /**
     * Takes a connection, and waits for it at most that long.
     *
     * @throws SQLException why there is none
     */
    TakenConnection take(long limitMillis) throws SQLException {
        if (closed) {
            throw new SQLException("the pool is closed");
        }
        // The pool checks a connection that was idle for a while, which comes on top of the given wait.
        long check = pool.getIdleConnections() > 0 ? Math.min(CHECK_MILLIS, limitMillis / 2) : 0;
        return new TakenConnection(pool, pool.getConnection(Math.max(NOT_AT_ALL, limitMillis - check)));
    }

    /**
     * Takes a connection that is open and not in use; null if there is none. Waits neither for one to be given back nor
     * for one to be opened. One that was idle for a while is asked whether it still works, as in {@link #take}.
     *
     * @throws SQLException if the thread was interrupted
     */
    @Nullable
    TakenConnection takeIdle() throws SQLException {
        // Without this look, to find none would cost an exception.
        if (closed || pool.getIdleConnections() == 0) {
            return null;
        }
        try {
            return new TakenConnection(pool, pool.getConnection(NOT_AT_ALL));
        } catch (SQLTransientConnectionException e) {
            // Another was faster, or it did not work any more.
            return null;
        }
    }

    /** Has its connections closed: those in use when they are given back. */
    void refresh() {
        pool.softEvictConnections();
    }

    /** Closes the connections, also those in use, as soon as that can be. Never throws. */
    void close() {
        closed = true;
        try {
            pool.shutdown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A connection taken from the pool. */
    record TakenConnection(HikariPool pool, Connection connection) implements HeldConnection {

        @Override
        public void giveBack() {
            JdbcConnections.giveBack(connection);
        }

        /** Has it closed rather than used again, once it is given back. */
        void evict() {
            pool.evictConnection(connection);
        }

        @Override
        public void discard() {
            JdbcConnections.breakOff(connection);
            evict();
            giveBack();
        }
    }
}
