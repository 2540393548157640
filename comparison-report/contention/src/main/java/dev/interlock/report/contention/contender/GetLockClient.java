// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The server's own named lock, which belongs to a connection: each hold and each waiter has one of its own. */
record GetLockClient(HikariDataSource pool) implements OpenClient {

    private static final String GET = "SELECT GET_LOCK(?, " + Limits.WAIT.toSeconds() + ")";
    private static final String RELEASE = "SELECT RELEASE_LOCK(?)";

    static GetLockClient open(StoreAddress address) {
        return new GetLockClient(Limits.pool(address));
    }

    @Override
    public NamedLock named(String name) {
        return new NamedLock() {
            private @Nullable Connection session;

            @Override
            public void lock() throws SQLException {
                Connection connection = pool.getConnection();
                if (!isOne(connection, GET, name)) {
                    connection.close();
                    throw new IllegalStateException("'" + name + "' was not granted");
                }
                session = connection;
            }

            @Override
            public void unlock() throws SQLException {
                try (Connection connection = session) {
                    session = null;
                    if (connection == null || !isOne(connection, RELEASE, name)) {
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
