// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The statement by which a session waits in the server, so that another thread can end it. One at a time. */
final class RowLockSlice {

    private static final Logger LOG = LoggerFactory.getLogger(RowLockSlice.class);

    private final JdbcStatement statement;
    private volatile @Nullable PreparedStatement inServer;
    private volatile boolean cancelled;

    RowLockSlice(JdbcStatement statement) {
        this.statement = statement;
    }

    /** Waits; returns what now has the row, or null if there is no such row. */
    @Nullable
    RowLockTransaction await(Connection connection, Map<String, @Nullable Object> named) throws SQLException {
        try (PreparedStatement prepared = statement.prepared(connection, named)) {
            inServer = prepared;
            try (ResultSet rows = prepared.executeQuery()) {
                return rows.next() ? RowLockTransaction.read(rows) : null;
            }
        } finally {
            inServer = null;
        }
    }

    /** Ends the wait soon, if the driver and the server play along. Called by another thread. Never throws. */
    void cancel() {
        cancelled = true;
        PreparedStatement running = inServer;
        if (running != null) {
            try {
                running.cancel();
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
