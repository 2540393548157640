// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The server's own lock, which belongs to a session: each hold and each waiter uses a session of its own.
 *
 * @param pool of sessions
 * @param get waits for the lock of a name, and returns 1
 * @param release releases it, and returns 1
 */
record SessionLockClient(HikariDataSource pool, String get, String release) implements OpenClient {

    private static final String KEY = "(hashtextextended(?, 0))";

    /** {@code GET_LOCK} of MySQL and MariaDB. */
    static SessionLockClient mysql(StoreAddress address) {
        return new SessionLockClient(
                Limits.pool(address), "SELECT GET_LOCK(?, " + Limits.WAIT.toSeconds() + ")", "SELECT RELEASE_LOCK(?)");
    }

    /** {@code pg_advisory_lock} of PostgreSQL, whose wait is limited for the whole session. */
    static SessionLockClient postgres(StoreAddress address) {
        String limited = address.uri() + (address.uri().contains("?") ? "&" : "?") + "options=-c%20lock_timeout="
                + Limits.WAIT.toMillis();
        return new SessionLockClient(
                Limits.pool(new StoreAddress(limited, address.user(), address.password())),
                "SELECT 1 FROM pg_advisory_lock" + KEY,
                "SELECT pg_advisory_unlock" + KEY + "::int");
    }

    @Override
    public NamedLock named(String name) {
        return new NamedLock() {
            private @Nullable Connection session;

            @Override
            public void lock() throws SQLException {
                Connection connection = pool.getConnection();
                if (!isOne(connection, get, name)) {
                    connection.close();
                    throw new IllegalStateException("'" + name + "' was not granted");
                }
                session = connection;
            }

            @Override
            public void unlock() throws SQLException {
                try (Connection connection = session) {
                    session = null;
                    if (connection == null || !isOne(connection, release, name)) {
                        throw new IllegalStateException("'" + name + "' was not released");
                    }
                }
            }
        };
    }

    private static boolean isOne(Connection connection, String sql, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getInt(1) == 1;
            }
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
