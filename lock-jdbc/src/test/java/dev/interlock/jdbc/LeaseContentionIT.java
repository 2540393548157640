// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static dev.interlock.jdbc.BackendBench.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** What others do at the same time, and what the steps cost. */
@ParameterizedClass
@EachProduct
class LeaseContentionIT extends OnEachDatabase {

    private static final int CLIENTS = 6;

    /** Row Q3: with a locking read before it, or with one transaction around both, these would be deadlocks. */
    @Test
    void of_clients_that_use_a_name_for_the_first_time_at_once_one_is_granted_and_none_fails() throws Exception {
        List<LockBackend> backends =
                Stream.generate(bench::backend).limit(CLIENTS).toList();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            for (int round = 0; round < 20; round++) {
                LockName name = bench.name();
                CountDownLatch start = new CountDownLatch(1);
                List<CompletableFuture<AcquireOutcome>> tries = backends.stream()
                        .map(backend -> CompletableFuture.supplyAsync(() -> tryAt(start, backend, name), threads))
                        .toList();
                start.countDown();
                List<AcquireOutcome> outcomes =
                        tries.stream().map(CompletableFuture::join).toList();
                assertThat(outcomes).filteredOn(Granted.class::isInstance).hasSize(1);
                assertThat(outcomes).filteredOn(Contended.class::isInstance).hasSize(CLIENTS - 1);
            }
        } finally {
            threads.shutdown();
        }
    }

    private static AcquireOutcome tryAt(CountDownLatch start, LockBackend backend, LockName name) {
        try {
            start.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return backend.tryAcquire(attempt(name));
    }

    @Test
    void a_row_that_another_session_keeps_locked_refuses_and_never_says_contended() throws SQLException {
        LockBackend patient = bench.backend();
        LockBackend backend = bench.backend("interlock.timeout=10s");
        LockName name = bench.name();
        Attempt past = attempt(name);
        granted(patient.tryAcquire(past));
        patient.release(past);
        Grant held = granted(patient.tryAcquire(attempt(bench.name())));
        try (Connection connection = bench.server.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThat(statement.execute("SELECT 1 FROM interlock_lease FOR UPDATE"))
                    .isTrue();
            AcquireOutcome outcome = backend.tryAcquire(attempt(name));
            assertThat(refused(outcome).retryable()).isTrue();
            assertThat(refused(outcome).cause()).hasMessageContaining("keeps our row locked for another session");
            assertThat(backend.renew(held, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Unknown.class);
            assertThat(backend.release(held.attempt())).isInstanceOf(ReleaseOutcome.Unknown.class);
            // What the server still had in its queue would be done now.
            bench.awaitUnblocked();
            connection.rollback();
        }
        assertThat(patient.inspect(name)).isEmpty();
        assertThat(patient.release(held.attempt())).isEqualTo(new ReleaseOutcome.Released());
    }

    @Test
    void each_step_is_one_statement_once_the_name_was_used() {
        LockBackend backend = withoutLateConnections();
        Attempt attempt = attempt(bench.name());
        granted(backend.tryAcquire(attempt));
        backend.release(attempt);
        Map<String, Long> before = bench.server.statementsByKind();
        Grant grant = granted(backend.tryAcquire(attempt));
        backend.renew(grant, BackendBench.LEASE);
        backend.release(attempt);
        assertThat(since(before)).isEqualTo(Map.of("update", 3L));
    }

    @Test
    void a_waiter_only_reads_until_the_lock_is_free() {
        LockBackend backend = withoutLateConnections();
        Attempt holder = attempt(bench.name());
        granted(backend.tryAcquire(holder));
        try (Contest contest = backend.contest(attempt(holder.name()))) {
            contended(contest.attempt());
            // It has the named lock, so that only its own looks follow, and those of the server for it.
            assertThat(contest.signal().toCompletableFuture()).succeedsWithin(BackendBench.LIMIT);
            contended(contest.attempt());
            Map<String, Long> before = bench.server.statementsByKind();
            contended(contest.attempt());
            contended(contest.attempt());
            assertThat(since(before).keySet()).contains("select").isSubsetOf("select", "do");
            backend.release(holder);
            granted(contest.attempt());
        }
    }

    /** The second of the reserve is opened in the background, and what that sends would be counted. */
    private static LockBackend withoutLateConnections() {
        return bench.backend("interlock.poolReserve=1");
    }

    private static Map<String, Long> since(Map<String, Long> before) {
        Map<String, Long> after = new TreeMap<>(bench.server.statementsByKind());
        after.replaceAll((kind, count) -> count - before.getOrDefault(kind, 0L));
        after.values().removeIf(count -> count == 0);
        // A ping: the pool asks a connection that was idle for half a second, as on a machine that stalls.
        after.remove("admin_commands");
        return after;
    }
}
