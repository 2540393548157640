// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.jdbc.dialect.JdbcDialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Whether a connection is in a transaction, by state that the server keeps from one statement to the next. JDBC does
 * not report it: in an XA branch the drivers report autocommit. Leaves nothing behind, not even in a foreign
 * transaction.
 */
public final class OpenTransaction {

    private static final String PROBE = "interlock_probe";

    /** How MySQL and MariaDB answer that there is no savepoint of that name, as the statement before was committed. */
    private static final int NO_SAVEPOINT = 1305;

    private OpenTransaction() {}

    /**
     * Asks the server.
     *
     * @param connection with autocommit on, as far as the driver knows
     */
    public static boolean isOn(Connection connection, JdbcDialect dialect) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return dialect.isMysql() ? keepsSavepoint(statement) : keepsSetting(statement);
        }
    }

    private static boolean keepsSavepoint(Statement statement) throws SQLException {
        statement.execute("SAVEPOINT " + PROBE);
        try {
            statement.execute("RELEASE SAVEPOINT " + PROBE);
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == NO_SAVEPOINT) {
                return false;
            }
            throw e;
        }
    }

    private static boolean keepsSetting(Statement statement) throws SQLException {
        statement.execute("SELECT set_config('interlock.probe', '" + PROBE + "', true)");
        try (ResultSet row = statement.executeQuery("SELECT current_setting('interlock.probe', true)")) {
            return row.next() && PROBE.equals(row.getString(1));
        }
    }
}
