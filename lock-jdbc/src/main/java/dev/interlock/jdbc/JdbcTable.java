// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One of our tables, as it must be and as it is. */
final class JdbcTable {

    private static final String MYSQL_COLUMNS = "SELECT column_name, data_type FROM information_schema.columns"
            + " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?";
    private static final String MYSQL_ENGINE = "SELECT engine FROM information_schema.tables"
            + " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?";
    private static final String POSTGRES_COLUMNS = "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute"
            + " WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped";
    private static final String POSTGRES_KIND =
            "SELECT concat(relkind, relpersistence) FROM pg_class WHERE oid = to_regclass(?)";

    private final JdbcStore store;
    private final String table;

    JdbcTable(JdbcStore store, String table) {
        this.store = store;
        this.table = table;
    }

    /** Runs the schema file of dialect and mode, with the names of the options. */
    static void createAll(Connection connection, JdbcStore store) throws SQLException {
        JdbcLockOptions options = store.options();
        JdbcDialect dialect = store.dialect();
        String file = JdbcStatement.resource("schema/" + options.schemaFile(dialect) + ".sql");
        String text = file.lines().filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n"));
        // The longer name first, since the shorter one is a part of it.
        String named = text.replaceAll(
                        "\\b" + options.mode().table() + "_token\\b",
                        Matcher.quoteReplacement(dialect.quoted(options.tokenTable())))
                .replaceAll(
                        "\\b" + options.mode().table() + "\\b",
                        Matcher.quoteReplacement(dialect.quoted(options.table())));
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(options.timeoutSeconds());
            for (String each : named.strip().split("(?m);$", 0)) {
                boolean unused = statement.execute(each);
            }
        }
    }

    /**
     * Checks columns and their types, and that a crash does not empty the table: a text column would take different names for
     * one.
     *
     * @param expected the types by the names of the columns, in the words of the server
     */
    void check(Connection connection, Map<String, String> expected) throws SQLException {
        Map<String, String> found = columns(connection);
        expected.forEach((column, type) -> {
            String is = found.get(column);
            if (!type.equals(is)) {
                throw store.errors()
                        .unfit(
                                "has column " + column + " of type " + is + " but it must be " + type,
                                JdbcErrors.OTHER_TABLE);
            }
        });
        String kind = kind(connection);
        String wanted = store.dialect().isMysql() ? "innodb" : "rp";
        if (!wanted.equals(kind)) {
            throw store.errors()
                    .unfit(
                            store.dialect().isMysql()
                                    ? "keeps the table with engine " + kind + " but only InnoDB survives a crash"
                                    : "keeps the table unlogged, partitioned or as a view (" + kind + ")",
                            JdbcErrors.OTHER_TABLE);
        }
    }

    private Map<String, String> columns(Connection connection) throws SQLException {
        Map<String, String> found = new TreeMap<>();
        try (PreparedStatement statement =
                        prepared(connection, store.dialect().isMysql() ? MYSQL_COLUMNS : POSTGRES_COLUMNS);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                found.put(
                        rows.getString(1).toLowerCase(Locale.ROOT),
                        rows.getString(2).toLowerCase(Locale.ROOT));
            }
        }
        return found;
    }

    private @Nullable String kind(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                        prepared(connection, store.dialect().isMysql() ? MYSQL_ENGINE : POSTGRES_KIND);
                ResultSet rows = statement.executeQuery()) {
            String kind = rows.next() ? rows.getString(1) : null;
            return kind == null ? null : kind.toLowerCase(Locale.ROOT);
        }
    }

    private PreparedStatement prepared(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(store.options().timeoutSeconds());
        if (store.dialect().isMysql()) {
            int dot = table.indexOf('.');
            statement.setString(1, dot < 0 ? null : table.substring(0, dot));
            statement.setString(2, table.substring(dot + 1));
        } else {
            statement.setString(1, store.dialect().quoted(table));
        }
        return statement;
    }
}
