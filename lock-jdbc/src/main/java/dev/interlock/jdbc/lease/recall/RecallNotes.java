// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.recall;

import dev.interlock.LockClock;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leaves notes in the {@linkplain RecallRow rows} of other clients: one commit for each lock that is recalled, and no other
 * one within a second, however often its waiters and tries are refused. Thread-safe.
 */
public final class RecallNotes {

    private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

    /** How many notes are remembered. */
    private static final int MOST = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(RecallNotes.class);

    private final JdbcDatabase database;
    private final LockClock clock;
    private final JdbcStatement leave;
    private final Map<RecallNote, Long> left = new ConcurrentHashMap<>();

    public RecallNotes(JdbcDatabase database) {
        this.database = database;
        this.clock = database.clock();
        this.leave = statement(database);
    }

    static JdbcStatement statement(JdbcDatabase database) {
        return JdbcStatement.load(
                database.dialect(),
                "recall-note",
                database.options().table(),
                JdbcTimeouts.statementSeconds(database.options()),
                database.connections().tag());
    }

    static Map<String, @Nullable Object> arguments(RecallRow row, String notes, int count) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("row", row.key());
        arguments.put("notes", notes);
        arguments.put("count", count);
        return arguments;
    }

    /**
     * Leaves those that were not left just now. A failure is no failure of the step that was refused: the lock is recalled
     * with the next such step.
     */
    public void leave(Connection connection, List<RecallNote> notes) {
        Map<RecallRow, List<RecallNote>> byRow =
                notes.stream().filter(this::isNew).collect(Collectors.groupingBy(RecallNote::row));
        byRow.forEach((row, each) -> {
            try {
                String texts = each.stream().map(RecallNote::text).collect(Collectors.joining(","));
                Map<String, @Nullable Object> arguments = arguments(row, texts, each.size());
                database.repeating(connection, same -> leave.update(same, arguments));
            } catch (SQLException e) {
                each.forEach(left::remove);
                database.recover(e);
                LOG.debug("{}: a lock was not recalled", database.errors().store(), e);
            }
        });
    }

    private boolean isNew(RecallNote note) {
        if (left.size() >= MOST) {
            left.clear();
        }
        long now = clock.nanoTime();
        Long before = left.get(note);
        if (before != null && now - before < AGAIN_NANOS) {
            return false;
        }
        left.put(note, now);
        return true;
    }
}
