// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import dev.interlock.jdbc.database.JdbcStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's idle time-out of one session, which ends a lock whose client is silent: the lease, as the server knows
 * it. For one thread at a time.
 */
final class RowLockIdleTimeout {

    private static final Logger LOG = LoggerFactory.getLogger(RowLockIdleTimeout.class);

    private final Connection connection;
    private final JdbcStatement arm;
    private final @Nullable JdbcStatement disarm;
    private Duration lease;
    private boolean armed;

    RowLockIdleTimeout(Connection connection, RowLockStatements statements, Duration lease) {
        this.connection = connection;
        this.arm = statements.arm();
        this.disarm = statements.disarm();
        this.lease = lease;
    }

    /** Sets it, unless it is set. */
    void arm() throws SQLException {
        if (!armed) {
            arm.run(connection, RowLockStatements.arming(lease));
            armed = true;
        }
    }

    /** Sets it anew for a longer lease; it only ever grows. */
    void extend(Duration wanted) throws SQLException {
        if (wanted.compareTo(lease) > 0) {
            lease = wanted;
            armed = false;
            arm();
        }
    }

    /**
     * To be called after a rollback: PostgreSQL has taken it back by that, while it lasts for the session elsewhere.
     */
    void rolledBack() {
        armed = armed && disarm != null;
    }

    /** Takes it back, for the next user of the connection; false if that failed. */
    boolean disarm() {
        if (disarm == null) {
            return true;
        }
        try {
            disarm.run(connection, Map.of());
            return true;
        } catch (SQLException e) {
            LOG.debug("a connection whose lock was released could not be kept", e);
            return false;
        }
    }
}
