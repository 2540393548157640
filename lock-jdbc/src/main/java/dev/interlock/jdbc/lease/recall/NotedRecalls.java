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
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session of MySQL or MariaDB watches the {@linkplain RecallRow row} in which other clients leave notes. The server looks
 * at that one row, however many locks are kept. The row has the latest notes and the number of all: if more are new than
 * it has, some were missed.
 */
public final class NotedRecalls implements RecallWay {

    /** Between two looks of the server: half of it is what a recall waits for. */
    private static final Duration PAUSE = Duration.ofMillis(5);

    /** The same for a while after a recall, since others follow where clients take turns. */
    private static final Duration SHORT_PAUSE = Duration.ofMillis(2);

    private static final long SHORT_NANOS = Duration.ofSeconds(1).toNanos();

    /** How long one statement watches, since a change of the table waits for it, and other statements for that. */
    private static final Duration WATCH = Duration.ofMillis(250);

    /** How long the server keeps the session of a client that was stopped. Whole seconds. */
    private static final Duration IDLE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(NotedRecalls.class);

    private final LockClock clock;
    private final RecallRow row;
    private final JdbcStatement arm;
    private final JdbcStatement begin;
    private final JdbcStatement watch;
    private final JdbcStatement read;
    private final JdbcStatement note;
    private volatile String session = "";
    private boolean changed;
    private long seen;
    private @Nullable Long recalledNanos;

    /** The row as it was committed. */
    private record Notes(long count, List<String> latest) {}

    private NotedRecalls(JdbcDatabase database, RecallRow row) {
        this.clock = database.clock();
        this.row = row;
        String table = database.options().table();
        int seconds = JdbcTimeouts.statementSeconds(database.options());
        this.arm = JdbcStatement.load(database.dialect(), "bell-arm", table, seconds);
        this.begin = JdbcStatement.load(database.dialect(), "recall-begin", table, seconds);
        this.watch = JdbcStatement.load(database.dialect(), "recall-watch", table, 0);
        this.read = JdbcStatement.load(database.dialect(), "recall-read", table, seconds);
        this.note = RecallNotes.statement(database);
    }

    /** The way of a client with this row; null if the server refuses to watch it. */
    public static @Nullable RecallWay of(Connection connection, JdbcDatabase database, RecallRow row)
            throws SQLException {
        NotedRecalls way = new NotedRecalls(database, row);
        try {
            way.watches(connection, Duration.ZERO, 1);
            return way;
        } catch (SQLException e) {
            if (!database.errors().isRefusal(e)) {
                throw e;
            }
            LOG.debug("{}: recalls cannot be watched for", database.errors().store(), e);
            return null;
        }
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
        arm.run(connection, Map.of("idle", IDLE.toSeconds()));
        begin.update(connection, Map.of("row", row.key()));
        // Others may have the row too, and the beats of the session before are still there.
        session = Long.toHexString(ThreadLocalRandom.current().nextLong());
        changed = false;
        seen = notes(connection).count;
    }

    /** Sends one statement each time: what it reads while it watches may be rolled back, and only calls for a look. */
    @Override
    public List<String> await(Connection connection, Duration limit) throws SQLException {
        if (!changed) {
            Duration pause = wasJustRecalled() ? SHORT_PAUSE : PAUSE;
            Duration most = limit.compareTo(WATCH) < 0 ? limit : WATCH;
            changed = watches(connection, pause, Math.max(1, most.dividedBy(pause)));
            return List.of();
        }
        changed = false;
        Notes now = notes(connection);
        long fresh = now.count - seen;
        if (fresh < 0 || fresh > now.latest.size()) {
            throw new SQLException(fresh + " notes are new, and " + now.latest.size() + " are there");
        }
        seen = now.count;
        List<String> notes = now.latest.subList(0, (int) fresh);
        if (notes.stream().anyMatch(each -> RecallChannel.recalled(each).isPresent())) {
            recalledNanos = clock.nanoTime();
        }
        return notes;
    }

    private boolean wasJustRecalled() {
        Long at = recalledNanos;
        return at != null && clock.nanoTime() - at < SHORT_NANOS;
    }

    private boolean watches(Connection connection, Duration pause, long looks) throws SQLException {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("row", row.key());
        arguments.put("seen", seen);
        arguments.put("pause", pause.toMillis() / 1_000.0);
        arguments.put("looks", looks);
        return watch.first(connection, arguments, changed -> true) != null;
    }

    private Notes notes(Connection connection) throws SQLException {
        Notes notes =
                read.first(connection, Map.of("row", row.key()), found -> of(found.getLong(1), found.getString(2)));
        if (notes == null) {
            throw new SQLException("the row of recalls was deleted");
        }
        return notes;
    }

    /** Behind each whole note there is a comma. */
    private static Notes of(long count, @Nullable String notes) {
        int end = notes == null ? -1 : notes.lastIndexOf(',');
        return new Notes(
                count,
                notes == null || end < 0
                        ? List.of()
                        : List.of(notes.substring(0, end).split(",")));
    }

    @Override
    public String beat(long number) {
        return session + " " + number;
    }

    @Override
    public void send(Connection connection, String beat) throws SQLException {
        note.update(connection, RecallNotes.arguments(row, beat, 1));
    }
}
