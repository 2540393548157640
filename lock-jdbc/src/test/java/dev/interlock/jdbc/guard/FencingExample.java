// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import static dev.interlock.AcquireOptions.waitAtMost;
import static java.time.Duration.ofSeconds;

import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.guard.FencingDomain;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The example of docs/fencing.md for SQL: compiled and run here, compared with the text in lock-tck. */
abstract class FencingExample {

    abstract int readStock(Connection connection) throws SQLException;

    abstract void writeStock(Connection connection, int stock) throws SQLException;

    void run(DataSource dataSource, DistributedLock lock) throws SQLException, InterruptedException {
        FencingDomain domain = new FencingDomain("shop-locks", 1);
        SqlFencingGuard guard = SqlFencingGuard.on(SqlFencingGuard.TABLE);
        guard.validate(dataSource); // once, at the start

        try (LockHandle handle = lock.acquire(waitAtMost(ofSeconds(5)));
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                guard.claim(connection, domain.claim(handle)); // first
                int stock = readStock(connection);
                writeStock(connection, stock - 1);
                connection.commit();
            } finally {
                connection.rollback();
            }
        }
    }
}
