// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.jdbc.connection.JdbcConnections.HeldConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of the application's DataSource that is kept for a lock; it goes back with the settings that it came
 * with.
 *
 * @param connection the connection
 * @param autoCommit its autocommit when it came
 * @param isolation its isolation when it came
 * @param networkMillis its network time-out when it came; negative if its driver does not know such a limit
 */
record BorrowedConnection(Connection connection, boolean autoCommit, int isolation, int networkMillis)
        implements HeldConnection {

    private static final Logger LOG = LoggerFactory.getLogger(BorrowedConnection.class);
    private static final int NO_NETWORK_TIMEOUT = -1;

    /**
     * Makes a connection ready to hold a lock.
     *
     * @throws SQLException if it cannot be made so; it then goes back with the settings that it came with, or broken
     */
    static BorrowedConnection of(Connection connection, int silenceMillis) throws SQLException {
        @Nullable BorrowedConnection borrowed = null;
        boolean ready = false;
        try {
            borrowed = new BorrowedConnection(
                    connection,
                    connection.getAutoCommit(),
                    connection.getTransactionIsolation(),
                    networkTimeout(connection));
            borrowed.prepare(silenceMillis);
            ready = true;
            return borrowed;
        } finally {
            if (!ready && borrowed != null) {
                borrowed.giveBack();
            } else if (!ready) {
                JdbcConnections.giveBack(connection);
            }
        }
    }

    private void prepare(int silenceMillis) throws SQLException {
        if (autoCommit) {
            connection.setAutoCommit(false);
        }
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        if (networkMillis >= 0) {
            connection.setNetworkTimeout(Runnable::run, silenceMillis);
        }
    }

    private static int networkTimeout(Connection connection) throws SQLException {
        try {
            return connection.getNetworkTimeout();
        } catch (SQLFeatureNotSupportedException e) {
            return NO_NETWORK_TIMEOUT;
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
