// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** What leases become when their server freezes, is killed and started again, or ends its clients' connections. */
@ParameterizedClass
@EachProduct
class JdbcServerFaultsIT extends OnEachDatabase {

    /** Longer than the test, so that nothing but its compensation can end a late grant. */
    private static final AcquireOptions LONG = AcquireOptions.waitAtMost(Duration.ZERO)
            .withLease(Duration.ofMinutes(5))
            .withRenewal(Renewal.NONE);

    private static final int NO_SUCH_SESSION = 1094;

    private LockClient client() {
        return LockClient.connect(bench.settings(bench.server.url()));
    }

    /** Several at once: when the server goes on, each of them races against its cancellation and its compensation. */
    @Test
    @DisplayName("N12: what a frozen server executes after its client gave up is compensated")
    void acquisitions_that_a_frozen_server_executes_too_late_are_compensated() throws InterruptedException {
        GateProxy proxy = bench.isPostgres()
                ? GateProxy.postgres(bench.server.host(), bench.server.port())
                : GateProxy.mysql(bench.server.host(), bench.server.port());
        try (proxy;
                LockClient other = client();
                LockClient client = LockClient.connect(bench.settings(
                        bench.server.urlThrough(proxy.port()),
                        "interlock.timeout=4s",
                        "interlock.connectTimeout=4s",
                        "interlock.poolWait=10s"))) {
            List<DistributedLock> locks = Stream.generate(
                            () -> client.lock(bench.name().value()))
                    .limit(3)
                    .toList();
            // The rows are there from now on, so an acquisition is one statement.
            locks.forEach(
                    lock -> other.lock(lock.name()).tryAcquire().orElseThrow().close());
            long before = changes();
            freezeUnder(proxy, locks);
            // At least one of them was granted and compensated; as a rule all are.
            await().atMost(BackendBench.LEASE)
                    .ignoreExceptions()
                    .until(() -> changes() >= before + 2
                            && locks.stream()
                                    .allMatch(lock -> other.inspect(lock.name()).isEmpty()));
            locks.forEach(
                    lock -> assertThat(other.lock(lock.name()).tryAcquire()).isPresent());
        }
    }

    /** The requests are on their way when the server freezes; it goes on when their clients have given up. */
    private static void freezeUnder(GateProxy proxy, List<DistributedLock> locks) {
        Gate gate = proxy.onRequest(JdbcSteps.LEASE.of(RequestKind.ACQUIRE))
                .always()
                .holdRequest();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<CompletableFuture<Throwable>> tries = locks.stream()
                    .map(lock ->
                            CompletableFuture.supplyAsync(() -> catchThrowable(() -> lock.tryAcquire(LONG)), threads))
                    .toList();
            await().until(() -> gate.timesMet() == locks.size());
            bench.server.freeze();
            gate.open();
            assertThat(tries)
                    .extracting(CompletableFuture::join)
                    .hasOnlyElementsOfType(LockOutcomeUnknownException.class);
        } finally {
            bench.server.thaw();
            threads.shutdown();
        }
    }

    /** How often a row was changed: by each grant and by each release. */
    private static long changes() {
        return Long.parseLong(bench.server.query("SELECT SUM(change_count) FROM interlock_lease"));
    }

    @Test
    @DisplayName("Q1: a lease does not end with the connections of its holder")
    void a_lease_outlives_the_connections_of_its_holder() throws InterruptedException {
        String name = bench.name().value();
        try (LockClient client = client()) {
            LockHandle held = client.lock(name).tryAcquire(LONG).orElseThrow();
            killAllConnections();
            try (LockClient other = client()) {
                assertThat(other.lock(name).tryAcquire(LONG)).isEmpty();
                await().until(() -> held.renew(LONG.lease()) == RenewResult.RENEWED);
                assertThat(held.state()).isEqualTo(HandleState.HELD);
                assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
                assertThat(other.lock(name).tryAcquire(LONG)).isPresent();
            }
        }
    }

    private static void killAllConnections() {
        if (bench.isPostgres()) {
            assertThat(bench.server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"))
                    .contains("t");
            return;
        }
        String sessions = bench.server.query("SELECT id FROM information_schema.processlist"
                + " WHERE user = 'root' AND id <> CONNECTION_ID() AND command = 'Sleep'");
        assertThat(sessions).isNotEmpty();
        sessions.lines().forEach(JdbcServerFaultsIT::kill);
    }

    /** One that was just closing when it was listed may be gone. */
    private static void kill(String session) {
        try {
            bench.server.execute("KILL " + session);
        } catch (IllegalStateException e) {
            assertThat(e.getCause())
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            cause -> assertThat(cause.getErrorCode()).isEqualTo(NO_SUCH_SESSION));
        }
    }

    @Test
    @DisplayName("Q7: with commits that are flushed, a killed server keeps the row and its token")
    void a_lease_survives_a_killed_server() {
        LockBackend backend = bench.backend();
        LockName name = bench.name();
        Attempt attempt = attempt(name);
        Grant grant = granted(backend.tryAcquire(attempt));
        bench.server.kill();
        bench.server.restart();
        LockBackend after = bench.backend();
        contended(after.tryAcquire(attempt(name)));
        assertThat(granted(after.tryAcquire(attempt)).token()).isEqualTo(grant.token());
        assertThat(after.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(after.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
        assertThat(granted(after.tryAcquire(attempt(name))).token()).isGreaterThan(grant.token());
    }
}
