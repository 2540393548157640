// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The server's own counts of statements, read over one open connection, so that reading does not change the counts.
 * Safe for use by many threads.
 */
final class SqlCounters implements AutoCloseable {

    private static final String MYSQL_STATUS =
            " STATUS WHERE Variable_name = 'Questions' OR Variable_name LIKE 'Com\\_%'";

    /** Statements are distinguished by their first word; counting begins when the library is loaded. */
    private static final String POSTGRES_STATEMENTS = "SELECT split_part(ltrim(query), ' ', 1), sum(calls)"
            + " FROM pg_stat_statements WHERE query NOT LIKE '%pg\\_stat\\_statements%' GROUP BY 1";

    private final ReentrantLock lock = new ReentrantLock();
    private final SqlAddress address;
    private @Nullable Connection connection;

    SqlCounters(SqlAddress address) {
        this.address = address;
    }

    /** All statements that clients sent. */
    long statements() throws SQLException {
        Map<String, Long> counts = counts();
        return address.product() == SqlProduct.POSTGRES
                ? counts.values().stream().mapToLong(Long::longValue).sum()
                : counts.getOrDefault("questions", 0L);
    }

    /** Statements by kind in lower case, such as {@code update}; only those that occurred. */
    Map<String, Long> statementsByKind() throws SQLException {
        Map<String, Long> counts = counts();
        counts.remove("questions");
        return counts;
    }

    private Map<String, Long> counts() throws SQLException {
        lock.lock();
        try {
            Connection open = open();
            return address.product() == SqlProduct.POSTGRES ? read(open, POSTGRES_STATEMENTS) : mysqlCounts(open);
        } finally {
            lock.unlock();
        }
    }

    /** Without the statements of this connection: its own share so far, and the reading of the total. */
    private static Map<String, Long> mysqlCounts(Connection connection) throws SQLException {
        Map<String, Long> ours = read(connection, "SHOW SESSION" + MYSQL_STATUS);
        Map<String, Long> all = read(connection, "SHOW GLOBAL" + MYSQL_STATUS);
        ours.merge("questions", 1L, Long::sum);
        ours.merge("show_status", 1L, Long::sum);
        ours.forEach((kind, count) -> all.merge(kind, -count, Long::sum));
        all.values().removeIf(count -> count == 0);
        return all;
    }

    private static Map<String, Long> read(Connection connection, String query) throws SQLException {
        Map<String, Long> counts = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                String kind = rows.getString(1).toLowerCase(Locale.ROOT);
                counts.merge(kind.startsWith("com_") ? kind.substring(4) : kind, rows.getLong(2), Long::sum);
            }
        }
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    private Connection open() throws SQLException {
        Connection open = connection;
        if (open != null && open.isValid(1)) {
            return open;
        }
        close();
        open = address.connect(SqlServer.ANSWER_SECONDS);
        connection = open;
        if (address.product() == SqlProduct.POSTGRES) {
            try (Statement statement = open.createStatement()) {
                statement.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
            }
        }
        return open;
    }

    @Override
    public void close() throws SQLException {
        lock.lock();
        try {
            if (connection != null) {
                connection.close();
                connection = null;
            }
        } finally {
            lock.unlock();
        }
    }
}
