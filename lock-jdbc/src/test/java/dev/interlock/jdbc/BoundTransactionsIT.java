// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.jdbc.TransactionBinding.Bound;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcLockOptions.Mode;
import dev.interlock.jdbc.options.JdbcLockOptions.Schema;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Locks on a DataSource that hands out the connection of the caller's transaction, whichever framework binds it. */
@ParameterizedClass
@EachProduct
class BoundTransactionsIT extends OnEachDatabase {

    @ParameterizedTest
    @EnumSource
    void a_lease_is_no_part_of_the_callers_transaction(TransactionBinding binding) throws Exception {
        neitherJoinedNorEnded(binding, Mode.LEASE);
    }

    @ParameterizedTest
    @EnumSource
    void a_row_lock_is_no_part_of_the_callers_transaction(TransactionBinding binding) throws Exception {
        neitherJoinedNorEnded(binding, Mode.ROW_LOCK);
    }

    private void neitherJoinedNorEnded(TransactionBinding binding, Mode mode) throws Exception {
        JdbcLockOptions options = (mode == Mode.LEASE ? JdbcLockOptions.STANDARD : JdbcLockOptions.ROW_LOCK)
                .withSchema(Schema.CREATE)
                .withTimeout(BackendBench.LIMIT);
        LockBackend other = bench.backend("interlock.mode=" + mode.text());
        LockName name = bench.name();
        Attempt attempt = attempt(name);
        bench.server.execute("CREATE TABLE IF NOT EXISTS work (id INT)");
        try (Bound bound = binding.over(bench.server)) {
            LockBackend backend = bench.started(JdbcLockBackend.using(bound.source(), options));
            Grant[] grant = new Grant[1];
            bound.rolledBack(connection -> {
                insert(connection);
                grant[0] = granted(backend.tryAcquire(attempt));
                contended(other.tryAcquire(attempt(name)));
                assertThat(bench.server.query("SELECT id FROM work")).isEmpty();
            });
            contended(other.tryAcquire(attempt(name)));
            assertThat(bench.server.query("SELECT id FROM work")).isEmpty();
            bound.rolledBack(connection -> {
                insert(connection);
                assertThat(backend.renew(grant[0], BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
                assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
            });
            Attempt next = attempt(name);
            granted(other.tryAcquire(next));
            bound.rolledBack(connection -> contended(backend.tryAcquire(attempt(name))));
            other.release(next);
            bench.closeBackends();
        }
    }

    private static void insert(Connection connection) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO work VALUES (1)");
        }
    }

    /** One that gives all threads the same connection has nothing that is free of the caller's transaction. */
    @Test
    void a_transaction_that_every_thread_is_given_is_refused_at_the_start() throws Exception {
        try (Bound bound = TransactionBinding.XA_BRANCH.over(bench.server)) {
            bound.rolledBack(connection -> {
                insert(connection);
                LockBackend backend = bench.opened(JdbcLockBackend.using(
                        new SingleConnectionDataSource(connection, true),
                        JdbcLockOptions.STANDARD.withTimeout(BackendBench.LIMIT)));
                assertThatExceptionOfType(LockUnavailableException.class)
                        .isThrownBy(() -> backend.start(bench.context))
                        .withMessageContaining("in a transaction");
            });
        }
    }
}
