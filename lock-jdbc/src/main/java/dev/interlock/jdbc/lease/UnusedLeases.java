// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the rows of names that were not used for long, in the table of mode {@code lease}. It reads without locks and
 * deletes by key, a bounded number of rows in each statement, so it neither waits for a row nor lets a holder wait.
 */
public final class UnusedLeases {

    /** How many rows one statement reads, and so the most that it deletes. */
    static final int BATCH = 500;

    private final JdbcDatabase database;
    private final JdbcStatement unused;
    private final JdbcStatement delete;

    /** A row: its name, and whether it may go. */
    private static final class Listed {

        private final byte[] name;
        private final boolean unused;

        private Listed(byte[] name, boolean unused) {
            this.name = name;
            this.unused = unused;
        }
    }

    public UnusedLeases(JdbcDatabase database) {
        this.database = database;
        JdbcDialect dialect = database.dialect();
        String table = database.options().table();
        int seconds = JdbcTimeouts.statementSeconds(database.options());
        this.unused = JdbcStatement.load(dialect, "lease-unused", table, seconds);
        this.delete = JdbcStatement.load(dialect, "lease-delete", table, seconds);
    }

    /** Deletes them, until the thread is interrupted; returns how many rows were deleted. */
    public long delete(Duration age) throws SQLException {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("age", age.dividedBy(ChronoUnit.MICROS.getDuration()));
        arguments.put("name", new byte[0]);
        long deleted = 0;
        List<Listed> batch;
        do {
            batch = list(arguments);
            deleted += delete(batch, arguments);
            if (!batch.isEmpty()) {
                arguments.put("name", batch.get(batch.size() - 1).name);
            }
        } while (batch.size() == BATCH && !Thread.currentThread().isInterrupted());
        return deleted;
    }

    private List<Listed> list(Map<String, @Nullable Object> arguments) throws SQLException {
        arguments.put("count", BATCH);
        return database.connections()
                .run(
                        Use.ACQUIRING,
                        connection -> unused.all(
                                connection, arguments, row -> new Listed(row.getBytes(1), row.getBoolean(2))));
    }

    private int delete(List<Listed> batch, Map<String, @Nullable Object> arguments) throws SQLException {
        List<byte[]> names =
                batch.stream().filter(row -> row.unused).map(row -> row.name).toList();
        if (names.isEmpty()) {
            return 0;
        }
        WantedLeases wanted = WantedLeases.ofKeys(names);
        arguments.put("wanted", wanted.json());
        arguments.put("count", wanted.count());
        return database.connections()
                .run(
                        Use.ACQUIRING,
                        connection -> database.repeating(connection, same -> delete.update(same, arguments)));
    }
}
