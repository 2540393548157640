// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The driver alone, over a pool: one conditional UPDATE of one row to acquire and one to release, without a time-out.
 * It cannot wait.
 */
record RawSqlClient(HikariDataSource pool, FloorStatements statements) implements OpenClient {

    private static final int ID_BYTES = 16;

    static OpenClient open(StoreAddress address, Limits limits) {
        return new RawSqlClient(limits.pool(address), FloorStatements.of(address));
    }

    @Override
    public NamedLock lock(String name) throws SQLException {
        byte[] row = name.getBytes(StandardCharsets.UTF_8);
        update(statements.row(), row);
        return new NamedLock() {
            private byte[] id = new byte[ID_BYTES];

            @Override
            public boolean acquire(Duration limit) throws SQLException {
                byte[] next = new byte[ID_BYTES];
                ThreadLocalRandom.current().nextBytes(next);
                id = next;
                return update(statements.take(), id, row) == 1;
            }

            @Override
            public void release() throws SQLException {
                if (update(statements.free(), row, id) != 1) {
                    throw new IllegalStateException("'" + name + "' was not released");
                }
            }
        };
    }

    private int update(String sql, byte[]... arguments) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setBytes(i + 1, arguments[i]);
            }
            return statement.executeUpdate();
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
