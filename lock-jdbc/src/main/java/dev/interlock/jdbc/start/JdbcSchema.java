// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.start;

import dev.interlock.LockUnavailableException;
import dev.interlock.jdbc.connection.JdbcConnections.Work;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.jdbc.error.JdbcErrors;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcLockOptions.Schema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tables that a mode needs: created if they are missing and the options say so, and checked before they are used. A
 * text column would take different names for one, and an engine without a log would lose the tables in a crash.
 */
public final class JdbcSchema {

    private static final String MYSQL_COLUMNS = "SELECT column_name, data_type FROM information_schema.columns"
            + " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?";
    private static final String MYSQL_ENGINE = "SELECT engine FROM information_schema.tables"
            + " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?";
    private static final String POSTGRES_COLUMNS = "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute"
            + " WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped";
    private static final String POSTGRES_KIND =
            "SELECT concat(relkind, relpersistence) FROM pg_class WHERE oid = to_regclass(?)";

    /** The types of columns, in the words of the servers. */
    public enum ColumnType {
        NAME("varbinary", "bytea"),
        OWNER("binary", "bytea"),
        TEXT("varchar", "character varying"),
        SMALLINT("smallint", "smallint"),
        BIGINT("bigint", "bigint");

        private final String mysql;
        private final String postgres;

        ColumnType(String mysql, String postgres) {
            this.mysql = mysql;
            this.postgres = postgres;
        }

        private String in(JdbcDialect dialect) {
            return dialect.isMysql() ? mysql : postgres;
        }
    }

    /**
     * What a table must be.
     *
     * @param name as the options have it
     * @param columns the types of its columns by their names
     */
    public record Table(String name, Map<String, ColumnType> columns) {}

    private final JdbcDatabase database;
    private final List<Table> tables;

    /**
     * A schema; no I/O.
     *
     * @param tables in the order in which they are checked
     */
    JdbcSchema(JdbcDatabase database, List<Table> tables) {
        this.database = database;
        this.tables = tables;
    }

    /**
     * Checks that the tables are there and as they must be, after having created them if the options say so.
     *
     * @param query a query of all tables, which fails if one is missing
     * @throws SQLException if a table is missing, or could not be created
     */
    void require(Connection connection, Work<?> query) throws SQLException {
        try {
            query.on(connection);
        } catch (SQLException e) {
            if (database.options().schema() != Schema.CREATE
                    || !database.errors().isMissingTable(e)) {
                throw e;
            }
            create(connection, query);
        }
        for (Table table : tables) {
            check(connection, table);
        }
    }

    /** Two clients that start at once can get into each other's way: PostgreSQL then refuses one of them. */
    private void create(Connection connection, Work<?> query) throws SQLException {
        try {
            runSchemaFile(connection);
        } catch (SQLException e) {
            try {
                query.on(connection);
            } catch (SQLException stillMissing) {
                e.addSuppressed(stillMissing);
                throw e;
            }
        }
    }

    /** Whether a table is there; asks the catalogue, since a query of a table that is missing is an error in the server's log. */
    public static boolean exists(Connection connection, JdbcDatabase database, String table) throws SQLException {
        return !new JdbcSchema(database, List.of()).columns(connection, table).isEmpty();
    }

    /** Creates the table of locks that several may hold. */
    public static void create(Connection connection, JdbcDatabase database, String shareTable) throws SQLException {
        JdbcDialect dialect = database.dialect();
        String text = JdbcStatement.resource("schema/" + dialect.family() + "-share.sql")
                .lines()
                .filter(line -> !line.startsWith("--"))
                .collect(Collectors.joining("\n"));
        String named = text.replace("interlock_lease_share", dialect.quoted(shareTable));
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(JdbcTimeouts.statementSeconds(database.options()));
            statement.execute(named.strip().replaceAll(";$", ""));
        }
    }

    /** Runs the schema file of dialect and mode, with the names of the options. */
    private void runSchemaFile(Connection connection) throws SQLException {
        JdbcLockOptions options = database.options();
        JdbcDialect dialect = database.dialect();
        String file = JdbcStatement.resource("schema/" + dialect.schemaFile(options) + ".sql");
        String text = file.lines().filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n"));
        // The longer name first, since the shorter one is a part of it.
        String named = text.replaceAll(
                        "\\b" + options.mode().table() + "_token\\b",
                        Matcher.quoteReplacement(dialect.quoted(options.tokenTable())))
                .replaceAll(
                        "\\b" + options.mode().table() + "\\b",
                        Matcher.quoteReplacement(dialect.quoted(options.table())));
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(JdbcTimeouts.statementSeconds(options));
            for (String each : named.strip().split("(?m);$", 0)) {
                statement.execute(each);
            }
        }
    }

    private void check(Connection connection, Table table) throws SQLException {
        Map<String, String> found = columns(connection, table.name());
        for (Map.Entry<String, ColumnType> each : table.columns().entrySet()) {
            String type = each.getValue().in(database.dialect());
            String is = found.get(each.getKey());
            if (!type.equals(is)) {
                throw unfit("has column " + each.getKey() + " of type " + is + " but it must be " + type);
            }
        }
        boolean mysql = database.dialect().isMysql();
        String kind = kind(connection, table.name());
        if (!(mysql ? "innodb" : "rp").equals(kind)) {
            throw unfit(
                    mysql
                            ? "keeps the table with engine " + kind + " but only InnoDB survives a crash"
                            : "keeps the table unlogged, partitioned or as a view (" + kind + ")");
        }
    }

    private LockUnavailableException unfit(String what) {
        return database.errors().unfit(what, JdbcErrors.OTHER_TABLE);
    }

    private Map<String, String> columns(Connection connection, String table) throws SQLException {
        Map<String, String> found = new TreeMap<>();
        try (PreparedStatement statement =
                        prepared(connection, table, database.dialect().isMysql() ? MYSQL_COLUMNS : POSTGRES_COLUMNS);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                found.put(
                        rows.getString(1).toLowerCase(Locale.ROOT),
                        rows.getString(2).toLowerCase(Locale.ROOT));
            }
        }
        return found;
    }

    private @Nullable String kind(Connection connection, String table) throws SQLException {
        try (PreparedStatement statement =
                        prepared(connection, table, database.dialect().isMysql() ? MYSQL_ENGINE : POSTGRES_KIND);
                ResultSet rows = statement.executeQuery()) {
            String kind = rows.next() ? rows.getString(1) : null;
            return kind == null ? null : kind.toLowerCase(Locale.ROOT);
        }
    }

    private PreparedStatement prepared(Connection connection, String table, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(JdbcTimeouts.statementSeconds(database.options()));
        if (database.dialect().isMysql()) {
            int dot = table.indexOf('.');
            statement.setString(1, dot < 0 ? null : table.substring(0, dot));
            statement.setString(2, table.substring(dot + 1));
        } else {
            statement.setString(1, database.dialect().quoted(table));
        }
        return statement;
    }
}
