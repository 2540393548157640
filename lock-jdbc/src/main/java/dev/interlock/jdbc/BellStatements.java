// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements of {@link LeaseBell}s, for one table. */
final class BellStatements {

    /** The longest wait by one statement: a waiter that left keeps its session for no longer. */
    static final Duration SLICE = Duration.ofSeconds(5);

    private final JdbcDatabase database;
    private final JdbcStatement wait;
    private final JdbcStatement ring;
    private final JdbcStatement look;

    BellStatements(JdbcDatabase database) {
        this.database = database;
        JdbcDialect dialect = database.dialect();
        String table = database.options().table();
        // The connection's limit of silence ends them: a statement that waits is not to be cancelled by the driver.
        this.wait = JdbcStatement.load(dialect, "bell-wait", table, 0);
        this.ring = JdbcStatement.load(dialect, "bell-ring", table, 0);
        this.look = JdbcStatement.load(
                dialect, "bell-look", table, database.options().timeoutSeconds());
    }

    /** Lets a session be silent for as long as it waits. */
    void prepare(Connection connection) throws SQLException {
        long silence = SLICE.plus(database.options().timeout()).toMillis();
        connection.setNetworkTimeout(Runnable::run, Math.toIntExact(silence));
        if (!database.dialect().isMysql()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET lock_timeout = " + SLICE.toMillis());
            }
        }
    }

    /** Waits for the bell; false if the slice is over. */
    boolean await(Connection connection, Object bell) throws SQLException {
        Map<String, @Nullable Object> arguments = arguments(bell);
        arguments.put("seconds", SLICE.toSeconds());
        try {
            return isOne(wait.first(connection, arguments, row -> row.getInt(1)));
        } catch (SQLException e) {
            if (database.errors().isRowLocked(e)) {
                return false;
            }
            throw e;
        }
    }

    /** Lets the next one have it. */
    void ring(Connection connection, Object bell) throws SQLException {
        ring.first(connection, arguments(bell), row -> true);
    }

    /** Whether nobody has it at the moment. */
    boolean isFree(Connection connection, Object bell) throws SQLException {
        return isOne(look.first(connection, arguments(bell), row -> row.getInt(1)));
    }

    private static boolean isOne(@Nullable Integer answer) {
        return answer != null && answer == 1;
    }

    private static Map<String, @Nullable Object> arguments(Object bell) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("bell", bell);
        return arguments;
    }

    /** What the server knows the bell of a lock by: two locks with the same would only wait for each other's bell. */
    Object bell(LockName name) {
        return bell(database.dialect(), database.options().table(), name);
    }

    static Object bell(JdbcDialect dialect, String table, LockName name) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            // The statements of MySQL and MariaDB name the database of the table, however the client calls the table.
            String named = dialect.isMysql() ? table.substring(table.indexOf('.') + 1) : table;
            digest.update(named.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            byte[] hash = digest.digest(JdbcKeys.of(name));
            return dialect.isMysql()
                    ? HexFormat.of().formatHex(hash)
                    : (Object) ByteBuffer.wrap(hash).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
