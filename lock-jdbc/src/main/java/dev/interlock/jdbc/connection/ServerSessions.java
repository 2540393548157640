// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sessions of this user, as the server lists them: none of the three needs a right for that, or to end them. */
final class ServerSessions {

    private static final Logger LOG = LoggerFactory.getLogger(ServerSessions.class);

    private static final String POSTGRES = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE query LIKE ? AND state = 'active' AND pid <> pg_backend_pid()"
            + " AND query_start < clock_timestamp() - ? * interval '1 millisecond'";

    private ServerSessions() {}

    /** Has the server end those that run a statement with the tag for longer than the limit; returns how many there are. */
    static int endThose(Connection connection, String tag, long limitMillis) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return product.toLowerCase(Locale.ROOT).equals("postgresql")
                ? endOnPostgres(connection, tag, limitMillis)
                : endOnMysql(connection, tag, limitMillis);
    }

    private static int endOnPostgres(Connection connection, String tag, long limitMillis) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(POSTGRES)) {
            statement.setString(1, "%/* interlock % " + tag + " */%");
            statement.setLong(2, limitMillis);
            int found = 0;
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found++;
                }
            }
            return found;
        }
    }

    private static int endOnMysql(Connection connection, String tag, long limitMillis) throws SQLException {
        // The list has whole seconds.
        long seconds = Math.max(1, limitMillis / 1_000);
        List<Long> found = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("SHOW FULL PROCESSLIST")) {
                while (rows.next()) {
                    String info = rows.getString("Info");
                    if (info != null && info.contains(" " + tag + " */") && rows.getLong("Time") >= seconds) {
                        found.add(rows.getLong("Id"));
                    }
                }
            }
            for (long id : found) {
                end(statement, id);
            }
        }
        return found.size();
    }

    private static void end(Statement statement, long id) {
        try {
            statement.execute("KILL " + id);
        } catch (SQLException e) {
            LOG.debug("session {} was not ended: it is over, or the server does not let us", id, e);
        }
    }
}
