// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.start;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether something like PgBouncer lends sessions of PostgreSQL to its clients. To compare what two statements
 * answer would not do: with luck both get the same session. But whoever lends sessions must answer a login before it has
 * lent one, with a process id that it makes up (protocol, BackendKeyData), and the server tells the one of the session.
 */
final class PostgresPooler {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresPooler.class);

    /** Of pgJDBC, which need not be there. */
    private static final String DRIVER = "org.postgresql.PGConnection";

    private static final String PROCESS_ID = "getBackendPID";
    private static final String THRESHOLD = "getPrepareThreshold";

    private PostgresPooler() {}

    /** Whether one answers; false if the driver does not tell what the login was answered with. */
    static boolean isBetween(Connection connection) throws SQLException {
        Integer toldAtLogin = ask(connection, PROCESS_ID);
        if (toldAtLogin == null || toldAtLogin == 0) {
            return false;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            return row.next() && row.getInt(1) != toldAtLogin;
        }
    }

    /** Whether the driver leaves prepared statements in its session, where another client's may be already. */
    static boolean leavesStatements(Connection connection) {
        Integer threshold = ask(connection, THRESHOLD);
        return threshold != null && threshold != 0;
    }

    private static @Nullable Integer ask(Connection connection, String question) {
        try {
            Class<?> driver = Class.forName(DRIVER);
            return connection.isWrapperFor(driver)
                    ? (Integer) driver.getMethod(question).invoke(connection.unwrap(driver))
                    : null;
        } catch (ReflectiveOperationException | SQLException e) {
            LOG.debug("the driver does not tell {}", question, e);
            return null;
        }
    }
}
