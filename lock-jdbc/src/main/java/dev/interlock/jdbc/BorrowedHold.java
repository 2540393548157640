// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.jdbc.JdbcConnections.Reserved;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of somebody else's pool that holds a lock, and goes back as it came.
 *
 * @param connection what was borrowed
 * @param autoCommit what it came with
 * @param isolation what it came with
 * @param networkMillis what it came with; negative if its driver does not know such a limit
 */
record BorrowedHold(Connection connection, boolean autoCommit, int isolation, int networkMillis) implements Reserved {

    private static final Logger LOG = LoggerFactory.getLogger(BorrowedHold.class);
    private static final int NO_SUCH_LIMIT = -1;

    /** Makes a connection ready to hold a lock. */
    static BorrowedHold of(Connection connection, int silenceMillis) throws SQLException {
        BorrowedHold hold = new BorrowedHold(
                connection, connection.getAutoCommit(), connection.getTransactionIsolation(), limit(connection));
        if (hold.autoCommit) {
            connection.setAutoCommit(false);
        }
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        if (hold.networkMillis >= 0) {
            connection.setNetworkTimeout(Runnable::run, silenceMillis);
        }
        return hold;
    }

    private static int limit(Connection connection) throws SQLException {
        try {
            return connection.getNetworkTimeout();
        } catch (SQLFeatureNotSupportedException e) {
            return NO_SUCH_LIMIT;
        }
    }

    @Override
    public void giveBack() {
        try {
            connection.setTransactionIsolation(isolation);
            connection.setAutoCommit(autoCommit);
            if (networkMillis >= 0) {
                connection.setNetworkTimeout(Runnable::run, networkMillis);
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("a connection could not be made as it was", e);
            JdbcConnections.breakOff(connection);
        } finally {
            JdbcConnections.giveBack(connection);
        }
    }

    @Override
    public void discard() {
        JdbcConnections.breakOff(connection);
        JdbcConnections.giveBack(connection);
    }
}
