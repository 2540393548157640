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

    BellStatements(JdbcDatabase database) {
        this.database = database;
        String table = database.options().table();
        // The connection's limit of silence ends them: a statement that waits is not to be cancelled by the driver.
        this.wait = JdbcStatement.load(database.dialect(), "bell-wait", table, 0);
        this.ring = JdbcStatement.load(database.dialect(), "bell-ring", table, 0);
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

    /**
     * Waits for the bell; false if the slice is over.
     *
     * @throws SQLException also if the server is not the primary any more: those who follow it stand elsewhere
     */
    boolean await(Connection connection, Object bell) throws SQLException {
        Map<String, @Nullable Object> arguments = arguments(bell);
        arguments.put("seconds", SLICE.toSeconds());
        try {
            Integer got = wait.first(connection, arguments, row -> row.getInt(1));
            if (got != null && got < 0) {
                throw new SQLException("the server takes no writes");
            }
            return got != null && got == 1;
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

    private static Map<String, @Nullable Object> arguments(Object bell) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("bell", bell);
        return arguments;
    }

    /** What the server knows the bell of a lock by: two locks with the same would only wait for each other's bell. */
    Object bell(LockName name) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(database.options().table().getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            byte[] hash = digest.digest(JdbcKeys.of(name));
            return database.dialect().isMysql()
                    ? HexFormat.of().formatHex(hash)
                    : (Object) ByteBuffer.wrap(hash).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
