// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.report.contention.contender.StoreAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The server's own named lock by plain JDBC. It belongs to a connection, so each hold uses a connection of its own. */
record SessionLockPeer(HikariDataSource pool, Statements statements) implements PeerClient {

    static PeerClient mariadb(StoreAddress address, Duration lease) {
        return new SessionLockPeer(SqlPeers.pool(address), Statements.GET_LOCK);
    }

    static PeerClient postgres(StoreAddress address, Duration lease) {
        return new SessionLockPeer(SqlPeers.pool(address), Statements.ADVISORY);
    }

    @Override
    public PeerLock lock(String name) {
        return new Lock(name);
    }

    @Override
    public void close() {
        pool.close();
    }

    /** The statements of each server. */
    enum Statements {
        GET_LOCK("SELECT GET_LOCK(?, %d / 1000)", "SELECT RELEASE_LOCK(?)", "SELECT IS_USED_LOCK(?) = CONNECTION_ID()"),
        ADVISORY(
                "SET lock_timeout = %d; SELECT pg_advisory_lock(hashtext(?)) IS NOT NULL",
                "SELECT pg_advisory_unlock(hashtext(?))",
                "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid ="
                        + " hashtext(?)::bigint & 4294967295 AND pid = pg_backend_pid())");

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

    private final class Lock implements PeerLock {

        private final String name;
        private @Nullable Connection session;

        Lock(String name) {
            this.name = name;
        }

        @Override
        public boolean acquire(Duration limit) throws SQLException {
            if (session != null) {
                session.close();
                session = null;
            }
            Connection connection = pool.getConnection();
            boolean granted = false;
            try {
                granted = isTrue(connection, String.format(statements.acquire, Math.max(1, limit.toMillis())));
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

        /** The connection is kept, because a second release needs it; it returns to the pool with the next grant. */
        @Override
        public void release() throws SQLException {
            if (session == null || !isTrue(session, statements.release)) {
                throw new IllegalStateException("the server says that it was not held here");
            }
        }

        @Override
        public void releaseUnowned() throws SQLException {
            try (Connection other = pool.getConnection()) {
                if (!isTrue(other, statements.release)) {
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
