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
 * Whether a pooler such as PgBouncer lends sessions of PostgreSQL to its clients. Comparing the sessions of two
 * statements would not do: both may get the same one by chance. But a pooler answers a login before it has lent a
 * session, so it makes up a process id (protocol, BackendKeyData), while the server reports the real one.
 */
final class PostgresPooler {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresPooler.class);

    /** Of pgJDBC, which need not be there. */
    private static final String DRIVER = "org.postgresql.PGConnection";

    private static final String PROCESS_ID = "getBackendPID";
    private static final String THRESHOLD = "getPrepareThreshold";

    private PostgresPooler() {}

    /** Whether a pooler answers; false if the driver does not show the answer to the login. */
    static boolean isBetween(Connection connection) throws SQLException {
        Integer atLogin = ask(connection, PROCESS_ID);
        if (atLogin == null || atLogin == 0) {
            return false;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            return row.next() && row.getInt(1) != atLogin;
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
            LOG.debug("the driver does not report {}", question, e);
            return null;
        }
    }
}
