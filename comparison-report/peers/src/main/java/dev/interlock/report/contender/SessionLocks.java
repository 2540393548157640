// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The server's own named lock by plain JDBC. It belongs to a session, so each hold and each waiter uses a session of
 * its own.
 *
 * @param pool of sessions
 * @param statements the statements of the server
 */
record SessionLocks(HikariDataSource pool, Statements statements) implements OpenClient {

    /** {@code GET_LOCK} of MySQL and MariaDB. */
    static OpenClient mysql(StoreAddress address, Limits limits) {
        return new SessionLocks(limits.pool(address), Statements.GET_LOCK);
    }

    /** {@code pg_advisory_lock} of PostgreSQL, with a limit for each wait. */
    static OpenClient postgres(StoreAddress address, Limits limits) {
        return new SessionLocks(limits.pool(address), Statements.ADVISORY);
    }

    /** {@code pg_advisory_lock} of PostgreSQL, in sessions that limit each wait to a minute. */
    static OpenClient postgresWithinAMinute(StoreAddress address, Limits limits) {
        String limited = address.uri() + (address.uri().contains("?") ? "&" : "?") + "options=-c%20lock_timeout="
                + Limits.WAIT.toMillis();
        return new SessionLocks(
                limits.pool(new StoreAddress(limited, address.user(), address.password())),
                Statements.ADVISORY_IN_LIMITED_SESSION);
    }

    /** The statements of each server; the first has the milliseconds of the wait. */
    private enum Statements {
        GET_LOCK("SELECT GET_LOCK(?, %d / 1000)", "SELECT RELEASE_LOCK(?)", "SELECT IS_USED_LOCK(?) = CONNECTION_ID()"),
        ADVISORY(
                "SET lock_timeout = %d; SELECT pg_advisory_lock(hashtext(?)) IS NOT NULL",
                "SELECT pg_advisory_unlock(hashtext(?))",
                "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid ="
                        + " hashtext(?)::bigint & 4294967295 AND pid = pg_backend_pid())"),
        ADVISORY_IN_LIMITED_SESSION(
                "SELECT pg_advisory_lock(hashtext(?)) IS NOT NULL", ADVISORY.release, ADVISORY.look);

        private static final String LOCK_TIMEOUT = "55P03";

        private final String acquire;
        private final String release;
        private final String look;

        Statements(String acquire, String release, String look) {
            this.acquire = acquire;
            this.release = release;
            this.look = look;
        }
    }

    @Override
    public NamedLock lock(String name) {
        return new Lock(name);
    }

    @Override
    public void close() {
        pool.close();
    }

    private final class Lock implements NamedLock {

        private final String name;
        private Duration limit = Duration.ZERO;
        private String acquire = "";
        private @Nullable Connection session;

        Lock(String name) {
            this.name = name;
        }

        @Override
        public boolean acquire(Duration atMost) throws SQLException {
            if (!limit.equals(atMost)) {
                limit = atMost;
                acquire = String.format(statements.acquire, Math.max(1, atMost.toMillis()));
            }
            if (session != null) {
                session.close();
                session = null;
            }
            Connection connection = pool.getConnection();
            boolean granted = false;
            try {
                granted = isTrue(connection, acquire);
            } catch (SQLException e) {
                if (!Statements.LOCK_TIMEOUT.equals(e.getSQLState())) {
                    throw e;
                }
            } finally {
                if (granted) {
                    session = connection;
                } else {
                    connection.close();
                }
            }
            return granted;
        }

        /** A second release asks the server as well, in some session. */
        @Override
        public void release() throws SQLException {
            Connection connection = session == null ? pool.getConnection() : session;
            session = null;
            release(connection);
        }

        @Override
        public void releaseUnowned() throws SQLException {
            release(pool.getConnection());
        }

        private void release(Connection connection) throws SQLException {
            try (connection) {
                if (!isTrue(connection, statements.release)) {
                    throw new IllegalStateException("the server says that it was not held here");
                }
            }
        }

        @Override
        public Belief belief() throws SQLException {
            if (session == null || !session.isValid(1)) {
                return Belief.LOST;
            }
            return isTrue(session, statements.look) ? Belief.HELD : Belief.LOST;
        }

        private boolean isTrue(Connection connection, String sql) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, name);
                boolean rows = statement.execute();
                while (!rows && statement.getUpdateCount() != -1) {
                    rows = statement.getMoreResults();
                }
                try (ResultSet row = statement.getResultSet()) {
                    return row.next() && row.getBoolean(1);
                }
            }
        }
    }
}
