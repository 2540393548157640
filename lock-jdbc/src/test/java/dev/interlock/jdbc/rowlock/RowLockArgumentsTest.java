// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.jdbc.RecordingConnection;
import dev.interlock.jdbc.database.JdbcExchange;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each statement is given all that it asks for: an argument that is missing would be null to the database. */
class RowLockArgumentsTest {

    private static final byte[] KEY = JdbcKeys.of(new LockName("a"));
    private static final Duration LEASE = Duration.ofMillis(1_500);

    private static final Attempt ATTEMPT = Attempt.of(new LockName("a"), AttemptId.random(), LEASE, 2, "hint");

    private final RecordingConnection recording = new RecordingConnection();

    private void given(JdbcStatement statement, Map<String, Object> arguments) throws SQLException {
        statement.run(recording.connection, arguments);
        assertThat(recording.inOrder()).as(recording.sql).isNotEmpty().doesNotContainNull();
    }

    @ParameterizedTest
    @EnumSource
    void of_locked_rows(JdbcDialect dialect) throws SQLException {
        RowLockStatements statements = RowLockStatements.of(dialect, JdbcLockOptions.ROW_LOCK, "tag");
        given(statements.arm(), RowLockStatements.arming(LEASE));
        assertThat(recording.inOrder()).containsAnyOf(2L, 1_500L);
        for (JdbcExchange each : Stream.of(statements.tryAll(), statements.leaveAll())
                .filter(Objects::nonNull)
                .toList()) {
            each.send(recording.connection, RowLockStatements.of(KEY, ATTEMPT), answers -> null);
            assertThat(recording.inOrder()).as(recording.sql).isNotEmpty().doesNotContainNull();
        }
        for (JdbcStatement each : List.of(
                statements.acquire(),
                statements.waiting(),
                statements.verify(),
                statements.insert(),
                statements.look())) {
            given(each, RowLockStatements.of(KEY));
        }
    }
}
