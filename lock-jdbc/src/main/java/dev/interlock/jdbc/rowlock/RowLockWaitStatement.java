// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import dev.interlock.jdbc.database.JdbcStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The statement by which a session waits for its row in the server; another thread can cancel it. One at a time. */
final class RowLockWaitStatement {

    private static final Logger LOG = LoggerFactory.getLogger(RowLockWaitStatement.class);

    private final JdbcStatement statement;
    private volatile @Nullable PreparedStatement running;
    private volatile boolean cancelled;

    RowLockWaitStatement(JdbcStatement statement) {
        this.statement = statement;
    }

    /** Waits for at most a second; returns the transaction that has locked the row, or null if there is no such row. */
    @Nullable
    RowLockTransaction execute(Connection connection, Map<String, @Nullable Object> named) throws SQLException {
        try (PreparedStatement prepared = statement.prepared(connection, named)) {
            running = prepared;
            try (ResultSet rows = prepared.executeQuery()) {
                return rows.next() ? RowLockTransaction.read(rows) : null;
            }
        } finally {
            running = null;
        }
    }

    /** Ends the wait soon, if the driver and the server play along. Called by another thread. Never throws. */
    void cancel() {
        cancelled = true;
        PreparedStatement current = running;
        if (current != null) {
            try {
                current.cancel();
            } catch (SQLException | RuntimeException e) {
                LOG.debug("a wait for a row could not be cancelled", e);
            }
        }
    }

    /** Whether a cancellation may still arrive. */
    boolean wasCancelled() {
        return cancelled;
    }
}
