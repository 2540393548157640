// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.database;

import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.error.PostgresErrorCode;
import dev.interlock.jdbc.options.JdbcLockOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One of the statements in the resources, for one table. Immutable. */
public final class JdbcStatement {

    /** Where statements and schemas are in the jar. */
    private static final String RESOURCES = "/dev/interlock/jdbc/";

    /** The state of a warning that has none of its own. */
    private static final String WARNING = "01000";

    /** Which of its tables a query locks the rows of. */
    private static final Pattern LOCKED = Pattern.compile("\\{of ([a-z]+)}");

    private static final Pattern PARAMETER = Pattern.compile(":([a-z]+)");

    private final String sql;
    private final List<String> parameters = new ArrayList<>();
    private final boolean returning;
    private final int timeoutSeconds;

    /** Reads the row that a query is at. */
    @FunctionalInterface
    public interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    private JdbcStatement(String label, String text, boolean returning, int timeoutSeconds) {
        // The comment shows in the server's list of sessions and in its slow log; behind the verb, which some go by.
        String named = text.replaceFirst(" ", " /* interlock " + label + " */ ");
        this.sql = PARAMETER.matcher(named).replaceAll(this::remembered);
        this.returning = returning;
        this.timeoutSeconds = timeoutSeconds;
    }

    private JdbcStatement(List<JdbcStatement> parts) {
        this.sql = parts.stream().map(part -> part.sql).collect(Collectors.joining("; "));
        parts.forEach(part -> parameters.addAll(part.parameters));
        this.returning = true;
        this.timeoutSeconds = parts.get(0).timeoutSeconds;
    }

    /** Several in one text, as {@link JdbcExchange} sends them; all with the time-out of the first. */
    static JdbcStatement joined(List<JdbcStatement> parts) {
        return new JdbcStatement(parts);
    }

    private String remembered(MatchResult parameter) {
        parameters.add(parameter.group(1));
        return "?";
    }

    /** Loads a statement; {@code :name} in its text becomes a parameter. */
    public static JdbcStatement load(JdbcDialect dialect, String name, String table, int timeoutSeconds) {
        return load(dialect, name, table, timeoutSeconds, "");
    }

    /** As above; the tag of the client is in the text, by which statements that were given up are found at the server. */
    public static JdbcStatement load(JdbcDialect dialect, String name, String table, int timeoutSeconds, String tag) {
        return load(dialect, name, table, table, timeoutSeconds, tag);
    }

    /** As above, on both tables of mode row-lock. */
    public static JdbcStatement load(
            JdbcDialect dialect, String name, JdbcLockOptions options, int timeoutSeconds, String tag) {
        return load(dialect, name, options.table(), options.tokenTable(), timeoutSeconds, tag);
    }

    private static JdbcStatement load(
            JdbcDialect dialect, String name, String table, String tokens, int timeoutSeconds, String tag) {
        String own = dialect.text() + "/" + name + ".sql";
        boolean differs = JdbcStatement.class.getResource(RESOURCES + own) != null;
        String text = resource(differs ? own : dialect.family() + "/" + name + ".sql")
                .lines()
                .filter(line -> !line.startsWith("--"))
                .map(String::strip)
                .collect(Collectors.joining(" "))
                .replace("{table}", dialect.quoted(table))
                .replace("{tokens}", dialect.quoted(tokens))
                .replace("{database}", database(table))
                .replace("{now}", dialect.now())
                .replace("{readonly}", dialect.readOnly());
        String locking = LOCKED.matcher(text).replaceAll(dialect.lockingOnly("$1"));
        return new JdbcStatement((name + " " + tag).strip(), locking, !dialect.isMysql(), timeoutSeconds);
    }

    /** The database of a table of MySQL or MariaDB, as an expression: its own, or else that of the session. */
    private static String database(String table) {
        int dot = table.indexOf('.');
        return dot < 0 ? "DATABASE()" : "'" + table.substring(0, dot) + "'";
    }

    public static String resource(String name) {
        try (InputStream in = JdbcStatement.class.getResourceAsStream(RESOURCES + name)) {
            if (in == null) {
                throw new IllegalStateException("the file " + name + " is missing in the jar of lock-jdbc");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes rows; returns how many were found. */
    public int update(Connection connection, Map<String, @Nullable Object> arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, arguments);
            int found = statement.executeUpdate();
            requireReplicated(statement);
            return found;
        }
    }

    /** Changes a row; returns the number that it gives back, or null if none was found. */
    @Nullable
    public Long number(Connection connection, Map<String, @Nullable Object> arguments) throws SQLException {
        return returning ? first(connection, arguments, row -> row.getLong(1)) : generated(connection, arguments);
    }

    /**
     * What an inserted row gave back.
     *
     * @throws SQLException that of a duplicate key if there is no number, since PostgreSQL is asked to ignore such a row
     */
    public static long inserted(@Nullable Long number) throws SQLException {
        if (number == null) {
            throw new SQLException("another session has inserted the row", PostgresErrorCode.UNIQUE_VIOLATION.state());
        }
        return number;
    }

    private @Nullable Long generated(Connection connection, Map<String, @Nullable Object> arguments)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            bind(statement, arguments);
            if (statement.executeUpdate() == 0) {
                return null;
            }
            try (ResultSet keys = statement.getGeneratedKeys()) {
                if (!keys.next()) {
                    throw new SQLException("the driver gives no generated key");
                }
                return keys.getLong(1);
            }
        }
    }

    /** What a query says about its first row, or null if there is none. */
    public <T> @Nullable T first(Connection connection, Map<String, @Nullable Object> arguments, Row<T> row)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, arguments);
            try (ResultSet rows = statement.executeQuery()) {
                requireReplicated(statement);
                return rows.next() ? row.read(rows) : null;
            }
        }
    }

    /** What a query says about each of its rows. */
    public <T> List<T> all(Connection connection, Map<String, @Nullable Object> arguments, Row<T> row)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, arguments);
            try (ResultSet rows = statement.executeQuery()) {
                List<T> all = new ArrayList<>();
                while (rows.next()) {
                    all.add(row.read(rows));
                }
                return all;
            }
        }
    }

    /**
     * A commit of PostgreSQL that waits for a standby ends when it is cancelled, also by a time-out: it then answers as
     * if all were well, and warns that it may not have been replicated (its source, {@code syncrep.c}). Only the
     * warning shows that. The other servers do not warn, and asking them would take another request.
     */
    void requireReplicated(Statement statement) throws SQLException {
        SQLWarning warning = returning ? statement.getWarnings() : null;
        if (warning != null && WARNING.equals(warning.getSQLState())) {
            throw new SQLException(
                    "the server warned, and may have committed without its standby: " + warning.getMessage(),
                    PostgresErrorCode.COMPLETION_UNKNOWN.state());
        }
    }

    /** Sends it, whatever the answer. */
    public void run(Connection connection, Map<String, @Nullable Object> arguments) throws SQLException {
        try (PreparedStatement statement = prepared(connection, arguments)) {
            statement.execute();
        }
    }

    /** Ready to be executed, so that another thread can cancel it meanwhile; the caller closes it. */
    public PreparedStatement prepared(Connection connection, Map<String, @Nullable Object> arguments)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        bind(statement, arguments);
        return statement;
    }

    private void bind(PreparedStatement statement, Map<String, @Nullable Object> arguments) throws SQLException {
        statement.setQueryTimeout(timeoutSeconds);
        for (int i = 0; i < parameters.size(); i++) {
            statement.setObject(i + 1, arguments.get(parameters.get(i)));
        }
    }

    @Override
    public String toString() {
        return sql;
    }
}
