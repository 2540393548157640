// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.spi.Attempt;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Connections to a MySQL, and the statements of the row locks to be broken, with their values as literals. */
final class RowLockSql {

    /** The microseconds of UTC by the server's clock. */
    static final String NOW = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

    private static final long GRACE_MILLIS = 500;

    private final LockSettings settings;

    /** When the step of a thread is over, on the clock of this JVM. */
    private final ThreadLocal<@Nullable Long> endNanos = new ThreadLocal<>();

    RowLockSql(LockSettings settings) {
        this.settings = settings;
    }

    String store() {
        return settings.uri().replaceAll("\\?.*", "");
    }

    Connection connect() throws SQLException {
        Properties properties = new Properties();
        settings.options().forEach((option, value) -> {
            if (!option.startsWith("interlock.")) {
                properties.setProperty(option, value);
            }
        });
        String silenceMillis = Long.toString(StatementTimeout.millis(settings) + GRACE_MILLIS);
        properties.setProperty("socketTimeout", silenceMillis);
        properties.setProperty("connectTimeout", silenceMillis);
        return DriverManager.getConnection(settings.uri(), properties);
    }

    /** Does a step whose statements have one limit; those of a login have it each. */
    <T> T step(Supplier<T> step) {
        endNanos.set(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(StatementTimeout.millis(settings)));
        try {
            return step.get();
        } finally {
            endNanos.remove();
        }
    }

    private Statement statement(Connection connection) throws SQLException {
        limit(connection);
        return connection.createStatement();
    }

    /** Before each request of a step. */
    void limit(Connection connection) throws SQLException {
        Long end = endNanos.get();
        if (end != null) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(Math.max(1, left)));
        }
    }

    static void breakOff(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    int update(Connection connection, String sql) throws SQLException {
        try (Statement statement = statement(connection)) {
            return statement.executeUpdate(sql);
        }
    }

    int update(Connection connection, String sql, LockName name) throws SQLException {
        return update(connection, named(sql, name));
    }

    /** The first number of the first row, or null if there is none. */
    @Nullable
    Long number(Connection connection, String query) throws SQLException {
        try (Statement statement = statement(connection);
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : null;
        }
    }

    @Nullable
    Long number(Connection connection, String query, LockName name) throws SQLException {
        return number(connection, named(query, name));
    }

    long session(Connection connection) throws SQLException {
        Long session = number(connection, "SELECT CONNECTION_ID()");
        return session == null ? 0 : session;
    }

    /** Mints the tokens of an attempt; returns the first. */
    long mint(Connection connection, Attempt attempt, long session) throws SQLException {
        return mint(connection, attempt, session, "GREATEST(first_token + token_count, " + NOW + ")", NOW);
    }

    long mint(Connection connection, Attempt attempt, long session, String next, String first) throws SQLException {
        String hint = attempt.holderHint() == null ? "NULL" : hex(attempt.holderHint());
        update(
                connection,
                "INSERT INTO interlock_row_token (lock_name, first_token, token_count, session_id, holder_hint,"
                        + " change_count, format_version) VALUES (:name, " + first + ", " + attempt.tokens() + ", "
                        + session + ", " + hint + ", 1, 1) ON DUPLICATE KEY UPDATE first_token = " + next
                        + ", token_count = " + attempt.tokens() + ", session_id = " + session + ", holder_hint = "
                        + hint,
                attempt.name());
        Long token = number(
                connection, "SELECT first_token FROM interlock_row_token WHERE lock_name = :name", attempt.name());
        if (token == null) {
            throw new SQLException("no token");
        }
        return token;
    }

    Optional<Holder> look(LockName name) throws SQLException {
        try (Connection connection = connect()) {
            String free =
                    "SELECT /* interlock row-look */ 1 FROM interlock_row WHERE lock_name = :name AND part = 1 FOR SHARE SKIP LOCKED";
            if (number(connection, free, name) != null) {
                return Optional.empty();
            }
            String last = "SELECT first_token, holder_hint FROM interlock_row_token WHERE lock_name = :name";
            try (Statement statement = statement(connection);
                    ResultSet row = statement.executeQuery(named(last, name))) {
                return row.next()
                        ? Optional.of(
                                new Holder(row.getLong(1), Optional.empty(), Optional.ofNullable(row.getString(2))))
                        : Optional.empty();
            }
        }
    }

    private static String named(String sql, LockName name) {
        return sql.replace(":name", hex(name.value()));
    }

    private static String hex(String text) {
        return "x'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "'";
    }
}
