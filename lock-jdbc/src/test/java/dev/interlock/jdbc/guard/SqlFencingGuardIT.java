// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import dev.interlock.testbed.server.SqlProduct;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The claim as a part of the user's transaction, at each isolation level that matters. */
@ParameterizedClass
@EnumSource
class SqlFencingGuardIT {

    private static final int CLIENTS = 6;
    private static final SqlFencingGuard GUARD = SqlFencingGuard.on(SqlFencingGuard.TABLE);

    private static GuardBench bench;
    private static int names;

    @Parameter
    SqlProduct product;

    private final String name = "order:" + ++names;

    @BeforeParameterizedClassInvocation
    static void start(SqlProduct product) {
        bench = new GuardBench(product);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (bench != null) {
            bench.close();
            bench = null;
        }
    }

    private FencingClaim claim(long token) {
        return new FencingDomain("shop-locks", 1).claim(name, token);
    }

    @Test
    void the_same_name_in_two_domains_is_claimed_apart() throws SQLException {
        SqlGuardedStore store = bench.store(GUARD);
        FencingDomain other = new FencingDomain("other-locks", 1);
        store.claim(claim(2));
        store.claim(other.claim(name, 9));
        store.claim(claim(3));
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> store.claim(other.claim(name, 8)));
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> store.claim(claim(2)));
    }

    @Test
    void a_new_generation_begins_with_smaller_tokens_that_count_from_then_on() throws SQLException {
        SqlGuardedStore store = bench.store(GUARD);
        FencingDomain next = new FencingDomain("shop-locks", 2);
        store.claim(claim(100));
        store.claim(next.claim(name, 5));
        store.claim(next.claim(name, 6));
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> store.claim(next.claim(name, 5)));
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> store.claim(claim(101)));
    }

    /** By domain, then by name: else this would be a deadlock. */
    @Test
    void claims_of_locks_in_several_domains_are_made_in_one_order() throws Exception {
        SqlGuardedStore store = bench.store(GUARD);
        FencingClaim early = new FencingDomain("a-" + name, 1).claim("z", 1);
        FencingClaim late = new FencingDomain("b-" + name, 1).claim("a", 1);
        store.claim(early);
        store.claim(late);
        try (Connection first = bench.transaction();
                Connection second = bench.transaction()) {
            GUARD.claim(first, early);
            CompletableFuture<Void> all = CompletableFuture.runAsync(() -> {
                try {
                    GUARD.claimAll(second, List.of(late, early));
                    second.commit();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            await().until(() -> bench.blocked() == 1);
            GUARD.claim(first, late);
            first.commit();
            all.join();
        }
    }

    /** PostgreSQL has READ COMMITTED. */
    private static Connection asByDefault() throws SQLException {
        return bench.isPostgres() ? bench.transaction() : repeatable();
    }

    private static Connection repeatable() throws SQLException {
        Connection connection = bench.transaction();
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        return connection;
    }

    @Test
    void a_connection_with_autocommit_on_is_refused() throws SQLException {
        try (Connection connection = bench.server.connect()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> GUARD.claim(connection, claim(1)))
                    .withMessageContainingAll(name, "autocommit", "setAutoCommit(false)");
        }
    }

    @Test
    void a_rollback_undoes_the_claim_with_the_effect() throws SQLException {
        SqlGuardedStore store = bench.store(GUARD);
        try (Connection connection = bench.transaction()) {
            GUARD.claim(connection, claim(2));
            assertThat(store.write(connection, 7)).isEqualTo(1);
            connection.rollback();
        }
        assertThat(store.claimAndRead(claim(1))).isZero();
    }

    @Test
    void a_transaction_that_waited_for_a_claim_reads_what_was_committed_under_it() throws Exception {
        SqlGuardedStore store = bench.store(GUARD);
        store.claim(claim(1));
        try (Connection first = bench.transaction();
                Connection second = asByDefault()) {
            GUARD.claim(first, claim(2));
            CompletableFuture<Long> read = reading(store, second, claim(3));
            await().until(() -> bench.blocked() == 1);
            assertThat(store.write(first, 7)).isEqualTo(1);
            first.commit();
            assertThat(read.join()).isEqualTo(7);
            second.rollback();
        }
    }

    private static CompletableFuture<Long> reading(SqlGuardedStore store, Connection connection, FencingClaim claim) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                GUARD.claim(connection, claim);
                return store.read(connection);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** PostgreSQL says so itself; MySQL and MariaDB would read the old value and lose the other's. */
    @Test
    void a_claim_in_a_snapshot_that_is_older_than_anothers_claim_is_a_serialization_failure() throws SQLException {
        SqlGuardedStore store = bench.store(GUARD);
        store.claim(claim(1));
        try (Connection late = repeatable()) {
            assertThat(store.read(late)).isZero();
            store.claimAndWrite(claim(2), 7, () -> {});
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> GUARD.claim(late, claim(3)))
                    .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("40001"));
            late.rollback();
            GUARD.claim(late, claim(3));
            assertThat(store.read(late)).isEqualTo(7);
            late.commit();
        }
    }

    /** MariaDB then refuses by itself, with error 1020 of SQL state HY000. */
    @Test
    void innodb_snapshot_isolation_makes_it_a_serialization_failure_too() throws SQLException {
        assumeThat(product).isEqualTo(SqlProduct.MARIADB);
        SqlGuardedStore store = bench.store(GUARD);
        store.claim(claim(1));
        try (Connection late = repeatable();
                Statement setting = late.createStatement()) {
            setting.execute("SET SESSION innodb_snapshot_isolation = ON");
            assertThat(store.read(late)).isZero();
            store.claimAndWrite(claim(2), 7, () -> {});
            assertThatExceptionOfType(SQLTransactionRollbackException.class)
                    .isThrownBy(() -> GUARD.claim(late, claim(3)))
                    .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("40001"));
            late.rollback();
            GUARD.claim(late, claim(3));
            assertThat(store.read(late)).isEqualTo(7);
            late.commit();
        }
    }

    @Test
    void a_snapshot_is_too_old_for_a_first_claim_and_for_one_of_the_same_hold_too() throws SQLException {
        SqlGuardedStore store = bench.store(GUARD);
        for (long value = 1; value <= 2; value++) {
            try (Connection late = repeatable()) {
                assertThat(store.read(late)).isEqualTo(value - 1);
                store.claimAndWrite(claim(2), value, () -> {});
                assertThatExceptionOfType(SQLException.class)
                        .isThrownBy(() -> GUARD.claim(late, claim(2)))
                        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("40001"));
                late.rollback();
            }
        }
    }

    @Test
    void mutant_trusts_an_old_snapshot_and_reads_what_is_no_more() throws SQLException {
        assumeThat(bench.isPostgres())
                .as("PostgreSQL itself refuses an old snapshot")
                .isFalse();
        SqlFencingGuard mutant = new SqlFencingGuard(
                SqlFencingGuard.TABLE,
                text -> text.replaceAll("(?s)\\(SELECT claim_count .*?\\) AS", "claim_count + 0 * (? = ?) AS"));
        SqlGuardedStore store = bench.store(mutant);
        store.claim(claim(1));
        try (Connection late = repeatable()) {
            assertThat(store.read(late)).isZero();
            store.claimAndWrite(claim(2), 7, () -> {});
            mutant.claim(late, claim(3));
            assertThat(store.read(late)).isZero();
            late.rollback();
        }
    }

    @Test
    void a_transaction_may_claim_again_after_its_reads_and_writes() throws SQLException {
        SqlGuardedStore store = bench.store(GUARD);
        try (Connection connection = repeatable()) {
            GUARD.claim(connection, claim(2));
            assertThat(store.write(connection, store.read(connection) + 1)).isEqualTo(1);
            GUARD.claim(connection, claim(2));
            assertThat(store.read(connection)).isEqualTo(1);
            connection.commit();
        }
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> store.claim(claim(1)));
    }

    /** Row Q3 for guards: with an update before the insert, these would be deadlocks in MySQL. */
    @Test
    void transactions_that_claim_a_name_for_the_first_time_at_once_take_turns_and_lose_nothing() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            for (int round = 0; round < 10; round++) {
                SqlGuardedStore store = bench.store(GUARD);
                FencingClaim claim = new FencingDomain("shop-locks", 1).claim(name + "-" + round, 5);
                CountDownLatch start = new CountDownLatch(1);
                List<CompletableFuture<Void>> runs = IntStream.range(0, CLIENTS)
                        .mapToObj(client -> CompletableFuture.runAsync(() -> raise(start, store, claim), threads))
                        .toList();
                start.countDown();
                runs.forEach(CompletableFuture::join);
                assertThat(store.read()).isEqualTo(CLIENTS);
            }
        } finally {
            threads.shutdown();
        }
    }

    private static void raise(CountDownLatch start, SqlGuardedStore store, FencingClaim claim) {
        try (Connection connection = asByDefault()) {
            start.await();
            GUARD.claim(connection, claim);
            assertThat(store.write(connection, store.read(connection) + 1)).isEqualTo(1);
            connection.commit();
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The one deadlock that is left in MySQL and MariaDB: both waiters get the gap that the undone row leaves. */
    @Test
    void of_transactions_that_wait_for_a_first_claim_that_is_undone_one_may_have_to_run_again_in_mysql()
            throws Exception {
        try (Connection first = bench.transaction();
                Connection second = bench.transaction();
                Connection third = bench.transaction()) {
            GUARD.claim(first, claim(1));
            CompletableFuture<Boolean> one = claiming(second, claim(1));
            CompletableFuture<Boolean> other = claiming(third, claim(1));
            await().until(() -> bench.blocked() == 2);
            first.rollback();
            assertThat(List.of(one.join(), other.join())).contains(true);
            assertThat(one.join() && other.join()).isEqualTo(bench.isPostgres());
            Connection victim = one.join() ? third : second;
            victim.rollback();
            assertThat(claiming(victim, claim(1)).join()).isTrue();
        }
    }

    /** Whether it was claimed; false for a deadlock, which the user's retry of the transaction cures. */
    private static CompletableFuture<Boolean> claiming(Connection connection, FencingClaim claim) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                GUARD.claim(connection, claim);
                connection.commit();
                return true;
            } catch (SQLTransactionRollbackException e) {
                return false;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
