// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.jdbc.connection.JdbcConnections;
import dev.interlock.jdbc.connection.StepLimit;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.error.JdbcErrors;
import dev.interlock.jdbc.lease.queue.NamedLockPlaces;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.memory.ManualClock;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.tck.context.StandaloneContext;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How often a waiter asks a database that fails: each request may take the whole limit of a step. */
class LeaseContestTest {

    private static final Attempt ATTEMPT =
            Attempt.of(new LockName("a"), AttemptId.random(), Duration.ofSeconds(30), 1, null);

    private static AcquireOutcome afterRelease(FailingConnections connections) {
        JdbcLockOptions options = JdbcLockOptions.STANDARD;
        JdbcDatabase database = new JdbcDatabase(
                connections,
                JdbcDialect.POSTGRESQL,
                new JdbcErrors("a store", JdbcDialect.POSTGRESQL, options),
                options,
                // Stands still, so that the release is always of just now.
                new StandaloneContext(new ManualClock()));
        NamedLockPlaces places = new NamedLockPlaces(database);
        places.released(ATTEMPT.name());
        return new LeaseContest(new LeaseMode(database), places, ATTEMPT).attempt();
    }

    @Test
    void a_client_that_has_just_released_asks_a_silent_database_once() {
        FailingConnections silent = new FailingConnections("08006");
        assertThat(afterRelease(silent))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.retryable()).isTrue());
        assertThat(silent.asked).isEqualTo(1);
    }

    @Test
    void a_user_that_may_not_read_named_locks_asks_for_the_row() {
        FailingConnections refusing = new FailingConnections("42501");
        assertThat(afterRelease(refusing)).isInstanceOf(Refused.class);
        assertThat(refusing.asked).isEqualTo(2);
    }

    /** A database that fails each time in the same way. */
    private static final class FailingConnections implements JdbcConnections {

        private final String state;
        private int asked;

        FailingConnections(String state) {
            this.state = state;
        }

        @Override
        public void open(LockClock clock) {}

        @Override
        public StepLimit begin() {
            return new StepLimit(new ManualClock(), JdbcLockOptions.STANDARD);
        }

        @Override
        public <T> T run(Use use, StepLimit limit, Work<T> work) throws SQLException {
            asked++;
            throw new SQLException("it fails", state);
        }

        @Override
        public HeldConnection hold() throws SQLException {
            throw new SQLException("it fails", state);
        }

        @Override
        public void refresh() {}

        @Override
        public void close() {}
    }
}
