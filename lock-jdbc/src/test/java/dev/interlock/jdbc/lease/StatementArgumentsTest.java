// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.jdbc.RecordingConnection;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each statement is given all that it asks for: what it is not given would be null to the database. */
class StatementArgumentsTest {

    private static final LockName NAME = new LockName("a");
    private static final byte[] KEY = JdbcKeys.of(NAME);
    private static final Duration LEASE = Duration.ofMillis(1_500);
    private static final Attempt ATTEMPT = Attempt.of(NAME, new AttemptId(1, 2), LEASE, 64, "me");

    private final RecordingConnection recording = new RecordingConnection();

    private static LeaseOwners owners(JdbcDialect dialect) {
        return LeaseOwners.recalled(dialect);
    }

    private void given(JdbcStatement statement, Map<String, Object> arguments) throws SQLException {
        statement.run(recording.connection, arguments);
        assertThat(recording.inOrder()).as(recording.sql).isNotEmpty().doesNotContainNull();
    }

    @ParameterizedTest
    @EnumSource
    void of_leases(JdbcDialect dialect) throws SQLException {
        LeaseStatements statements = LeaseStatements.of(dialect, JdbcLockOptions.STANDARD, "tag", owners(dialect));
        given(statements.acquire(), statements.acquiring(KEY, ATTEMPT));
        assertThat(recording.inOrder()).contains(1_500_000L, 64, "me");
        given(statements.insert(), statements.acquiring(KEY, ATTEMPT));
        given(statements.renew(), statements.keeping(KEY, ATTEMPT, LEASE));
        given(statements.release(), statements.owning(KEY, ATTEMPT));
        given(statements.locked(), LeaseStatements.looking(KEY));
        given(statements.look(), LeaseStatements.looking(NAME));
        given(statements.ask(), statements.owning(KEY, ATTEMPT));
    }

    @ParameterizedTest
    @EnumSource
    void of_many_leases(JdbcDialect dialect) throws SQLException {
        LeaseBulkStatements statements =
                LeaseBulkStatements.of(dialect, JdbcLockOptions.STANDARD, "tag", owners(dialect));
        WantedLeases wanted = WantedLeases.acquired(List.of(ATTEMPT), statements.owners());
        for (JdbcStatement each : List.of(
                statements.acquire(),
                statements.insert(),
                statements.look(),
                statements.ask(),
                statements.own(),
                statements.unlocked(),
                statements.release())) {
            given(each, LeaseBulkStatements.wanting(wanted));
            assertThat(recording.inOrder()).contains(wanted.json());
        }
        given(statements.renew(), LeaseBulkStatements.renewing(wanted, LEASE));
        assertThat(recording.inOrder()).contains(wanted.json(), 1_500_000L);
    }
}
