// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.jdbc.RecordingConnection;
import dev.interlock.jdbc.connection.BorrowedConnections;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.error.JdbcErrors;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.memory.ManualClock;
import dev.interlock.spi.AttemptId;
import dev.interlock.tck.context.StandaloneContext;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** However often a lock is asked for, its client is recalled once a second. */
class RecallNotesTest {

    private static final JdbcLockOptions OPTIONS = JdbcLockOptions.STANDARD;
    private static final RecallNote FIRST = new RecallNote(1_007, JdbcKeys.of(new AttemptId(1, 2)));
    private static final RecallNote SECOND = new RecallNote(1_007, JdbcKeys.of(new AttemptId(1, 3)));
    private static final RecallNote ELSEWHERE = new RecallNote(1_008, JdbcKeys.of(new AttemptId(1, 4)));

    private final ManualClock clock = new ManualClock();
    private final RecordingConnection recording = new RecordingConnection();
    private final RecallNotes notes = new RecallNotes(new JdbcDatabase(
            new BorrowedConnections(new HikariDataSource(), OPTIONS),
            JdbcDialect.MYSQL,
            new JdbcErrors("a store", JdbcDialect.MYSQL, OPTIONS),
            OPTIONS,
            new StandaloneContext(clock)));

    private boolean writes(RecallNote... left) {
        recording.sql = "";
        notes.leave(recording.connection, List.of(left));
        return !recording.sql.isEmpty();
    }

    @Test
    void a_note_is_left_once_a_second() {
        assertThat(writes(FIRST)).isTrue();
        clock.advance(Duration.ofMillis(999));
        assertThat(writes(FIRST)).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(writes(FIRST)).isTrue();
    }

    @Test
    void notes_in_one_row_are_one_statement() {
        assertThat(writes(FIRST, SECOND)).isTrue();
        assertThat(recording.inOrder()).contains(FIRST.text() + "," + SECOND.text(), 2);
        assertThat(writes(SECOND)).isFalse();
        assertThat(writes(SECOND, ELSEWHERE)).isTrue();
        assertThat(recording.inOrder()).contains(ELSEWHERE.text(), 1);
    }

    @Test
    void a_lock_that_no_client_keeps_costs_nothing() {
        assertThat(writes()).isFalse();
    }
}
