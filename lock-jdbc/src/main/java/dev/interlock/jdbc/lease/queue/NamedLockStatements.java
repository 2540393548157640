// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.queue;

import dev.interlock.LockName;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements of {@link NamedLockPlace}s, for one table. */
final class NamedLockStatements {

    /** The longest wait by one statement: a waiter that left keeps its session for no longer. */
    static final Duration SLICE = Duration.ofSeconds(5);

    /**
     * How long the server keeps a session that sends nothing. A client that has the named lock and was stopped, or
     * whose host is gone, wakes no other waiter for that long. Whole seconds, as MySQL counts.
     */
    static final Duration IDLE = Duration.ofSeconds(5);

    /**
     * PostgreSQL: how long one look into the queue keeps its place, and a snapshot, which holds up the removal of old rows.
     * So short that a hot row stays fast, and longer than others hold a lock on a busy machine.
     */
    private static final Duration SNAPSHOT = Duration.ofMillis(250);

    /**
     * How long one statement watches a row. A client whose waiter has left keeps the named lock for no longer, since no
     * statement is cancelled.
     */
    private static final Duration WATCH = Duration.ofMillis(250);

    /** How PostgreSQL reports in a notice that a statement without a result has succeeded. */
    private static final String SUCCEEDED = "IL001";

    private final JdbcDatabase database;
    private final JdbcStatement arm;
    private final JdbcStatement take;
    private final JdbcStatement wait;
    private final JdbcStatement release;
    private final JdbcStatement look;
    private final JdbcStatement watch;
    private final @Nullable JdbcStatement pace;

    NamedLockStatements(JdbcDatabase database) {
        this.database = database;
        JdbcDialect dialect = database.dialect();
        String table = database.options().table();
        int seconds = JdbcTimeouts.statementSeconds(database.options());
        this.arm = JdbcStatement.load(dialect, "bell-arm", table, seconds);
        this.take = JdbcStatement.load(dialect, "bell-try", table, seconds);
        // The connection's limit of silence ends them: a statement that waits is not to be cancelled by the driver.
        this.wait = JdbcStatement.load(dialect, "bell-wait", table, 0);
        this.release = JdbcStatement.load(dialect, "bell-ring", table, 0);
        this.look = JdbcStatement.load(dialect, "bell-look", table, seconds);
        this.watch = JdbcStatement.load(dialect, "bell-watch", table, 0);
        this.pace = dialect.isMysql() ? null : JdbcStatement.load(dialect, "bell-pace", table, seconds);
    }

    /**
     * Lets a session be silent for as long as it waits for this named lock, and has the server end it soon afterwards.
     */
    void prepare(Connection connection, Object key) throws SQLException {
        long silence = SLICE.plus(database.options().timeout()).toMillis();
        connection.setNetworkTimeout(Runnable::run, Math.toIntExact(silence));
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
        Map<String, @Nullable Object> arguments = arguments(key);
        arguments.put("idle", database.dialect().isMysql() ? IDLE.toSeconds() : IDLE.toMillis());
        arguments.put("snapshot", SNAPSHOT.toMillis());
        arguments.put("looks", SLICE.dividedBy(SNAPSHOT));
        arm.run(connection, arguments);
    }

    /** Takes the named lock if it is free; false if another session has it. */
    boolean take(Connection connection, Object key) throws SQLException {
        return isOne(take.first(connection, arguments(key), row -> row.getInt(1)));
    }

    /** Waits for the named lock that the session was prepared for; false if the slice is over. */
    boolean await(Connection connection, Object key) throws SQLException {
        Map<String, @Nullable Object> arguments = arguments(key);
        arguments.put("seconds", SLICE.toSeconds());
        if (database.dialect().isMysql()) {
            return isOne(wait.first(connection, arguments, row -> row.getInt(1)));
        }
        return succeeds(wait, connection, arguments);
    }

    private static boolean succeeds(
            JdbcStatement withoutResult, Connection connection, Map<String, @Nullable Object> arguments)
            throws SQLException {
        try (PreparedStatement statement = withoutResult.prepared(connection, arguments)) {
            statement.execute();
            for (SQLWarning notice = statement.getWarnings(); notice != null; notice = notice.getNextWarning()) {
                if (SUCCEEDED.equals(notice.getSQLState())) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Prepares a session to watch the row of a lock with so long a pause between looks, where a watch has no parameters. */
    void pace(Connection connection, LockName name, Duration pause) throws SQLException {
        if (pace != null) {
            pace.first(connection, watching(name, pause), row -> true);
        }
    }

    /** Watches the row of a lock in the server; true once the lock may be free. */
    boolean watch(Connection connection, LockName name, Duration pause) throws SQLException {
        Map<String, @Nullable Object> arguments = watching(name, pause);
        return pace == null
                ? watch.first(connection, arguments, row -> true) != null
                : succeeds(watch, connection, arguments);
    }

    private static Map<String, @Nullable Object> watching(LockName name, Duration pause) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("name", JdbcKeys.of(name));
        arguments.put("pause", pause.toNanos() / 1e9);
        arguments.put("looks", WATCH.dividedBy(pause));
        return arguments;
    }

    /** Releases it to the next session in the queue. */
    void release(Connection connection, Object key) throws SQLException {
        release.first(connection, arguments(key), row -> true);
    }

    /** Whether no session has it at the moment. */
    boolean isFree(Connection connection, Object key) throws SQLException {
        return isOne(look.first(connection, arguments(key), row -> row.getInt(1)));
    }

    private static boolean isOne(@Nullable Integer answer) {
        return answer != null && answer == 1;
    }

    private static Map<String, @Nullable Object> arguments(Object key) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("bell", key);
        return arguments;
    }

    /**
     * The server's key of the named lock of a lock: two locks with the same key would only wait for each other's named
     * lock.
     */
    Object key(LockName name) {
        return key(database.dialect(), database.options().table(), name);
    }

    static Object key(JdbcDialect dialect, String table, LockName name) {
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
