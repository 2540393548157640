// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.jdbc.tck.RowLockFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** What becomes of a lock when the session that holds it, or is about to, ends or falls silent. */
@ParameterizedClass
@EachProduct
class RowLockFaultsIT extends OnEachDatabase {

    private static final Duration SHORT = Duration.ofSeconds(3);

    private GateProxy proxy;
    private LockBackend backend;
    private LockBackend other;
    private Attempt attempt;

    @BeforeEach
    void connect() {
        proxy = bench.isPostgres()
                ? GateProxy.postgres(bench.server.host(), bench.server.port())
                : GateProxy.mysql(bench.server.host(), bench.server.port());
        backend = bench.backendAt(
                bench.server.urlThrough(proxy.port()), "interlock.mode=row-lock", "interlock.timeout=4s");
        other = bench.backend("interlock.mode=row-lock");
        attempt = attempt(bench.name());
    }

    @AfterEach
    void disconnect() {
        proxy.heal();
        bench.closeBackends();
        proxy.close();
    }

    private String session() {
        return bench.server.query("SELECT session_id FROM interlock_row_token ORDER BY first_token DESC LIMIT 1");
    }

    private void kill(String session) {
        bench.server.execute(bench.isPostgres() ? "SELECT pg_terminate_backend(" + session + ")" : "KILL " + session);
    }

    @Test
    void a_killed_session_is_a_loss_that_the_next_renewal_reports_and_its_token_is_not_given_again() {
        Grant grant = granted(backend.tryAcquire(attempt));
        kill(session());
        Grant next = waited(other);
        assertThat(next.token()).isGreaterThan(grant.token());
        assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.NotOwner());
        assertThat(other.renew(next, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    /** Without the proxy, which may close its connection before it forwards the server's last word. */
    @Test
    void the_release_of_a_killed_session_says_so() {
        LockBackend direct = bench.backend("interlock.mode=row-lock");
        granted(direct.tryAcquire(attempt));
        kill(session());
        waited(other);
        assertThat(direct.release(attempt)).isEqualTo(new ReleaseOutcome.NotOwner());
    }

    /**
     * Row R3 for row locks: the new primary knows nothing of the lock, and on the old one the session goes on. A
     * primary of PostgreSQL is demoted by a restart, which ends all sessions.
     */
    @Test
    void a_demoted_primary_has_lost_the_lock_at_the_next_renewal() {
        Grant grant = granted(backend.tryAcquire(attempt));
        bench.readOnly("on");
        try {
            RenewOutcome renewed = backend.renew(grant, BackendBench.LEASE);
            if (bench.isPostgres()) {
                assertThat(renewed).isInstanceOf(RenewOutcome.Renewed.class);
            } else {
                assertThat(renewed)
                        .isInstanceOf(RenewOutcome.NotOwner.class)
                        .asString()
                        .contains("became read-only");
                assertThat(waited(other).token()).isGreaterThan(grant.token());
            }
        } finally {
            bench.readOnly("off");
        }
    }

    /** What is left of a session that was killed between its lock and its grant is an unused token. */
    @Test
    void a_session_that_is_killed_before_its_grant_grants_nothing() throws Exception {
        Gate gate = proxy.onRequest(JdbcSteps.running("interlock row-verify ")).holdRequest();
        CompletableFuture<AcquireOutcome> acquiring = CompletableFuture.supplyAsync(() -> backend.tryAcquire(attempt));
        gate.awaitReached(BackendBench.LIMIT);
        String minted = bench.server.query("SELECT MAX(first_token) FROM interlock_row_token");
        kill(session());
        gate.open();
        assertThat(acquiring).succeedsWithin(BackendBench.LIMIT).isNotInstanceOf(AcquireOutcome.Granted.class);
        assertThat(waited(other).token()).isGreaterThan(Long.parseLong(minted));
    }

    /** The session of the start's own try is idle until the token of that try is committed. */
    @Test
    void a_commit_that_takes_longer_than_the_shortest_lease_does_not_fail_the_start() {
        Duration longer = other.capabilities().minLease().multipliedBy(2);
        Gate gate = proxy.onRequest(JdbcSteps.running("interlock token-mint ")).delay(longer, Duration.ZERO);
        LockBackend slow = bench.backendAt(bench.server.urlThrough(proxy.port()), "interlock.mode=row-lock");
        assertThat(gate.isReached()).isTrue();
        granted(slow.tryAcquire(attempt));
    }

    /** Rule ACQ-4: the server's idle time runs from the proof on, whenever its reply comes. */
    @Test
    void a_waiters_lease_counts_from_before_the_proof_that_it_has_the_row() throws Exception {
        Attempt before = attempt(attempt.name());
        granted(other.tryAcquire(before));
        Gate gate = proxy.onRequest(JdbcSteps.running("interlock row-verify ")).holdReply();
        CompletableFuture<Grant> waiting = CompletableFuture.supplyAsync(() -> waited(backend));
        bench.awaitBlocked();
        other.release(before);
        gate.awaitReached(BackendBench.LIMIT);
        long proven = StandaloneContext.now();
        gate.open();
        assertThat(waiting.get().sentNanos() - proven).as("ns after the proof").isLessThanOrEqualTo(0);
    }

    @Test
    void a_holder_that_falls_silent_blocks_others_for_its_lease_and_no_longer() {
        long start = System.nanoTime();
        Grant grant = granted(backend.tryAcquire(attempt(attempt.name(), SHORT, 1)));
        proxy.blackhole();
        waited(other);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(SHORT.dividedBy(2));
        assertThat(backend.renew(grant, SHORT)).isInstanceOf(RenewOutcome.NotOwner.class);
    }

    @Test
    void a_renewal_without_an_answer_is_unknown_and_the_last_on_its_connection() {
        Grant grant = granted(backend.tryAcquire(attempt));
        proxy.blackhole();
        assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Unknown.class);
        proxy.heal();
        assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
    }

    @Test
    void a_row_lock_that_got_no_reply_is_unknown_and_freed() {
        proxy.onRequest(RowLockFixture.STEPS.of(RequestKind.ACQUIRE)).dropReply(ConnectionEnding.CUT);
        assertThat(backend.tryAcquire(attempt)).isInstanceOf(Unknown.class);
        waited(other);
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.NotOwner());
    }

    @Test
    void a_release_that_got_no_reply_is_unknown_and_its_connection_is_never_used_again() {
        granted(backend.tryAcquire(attempt));
        String session = session();
        proxy.onRequest(RowLockFixture.STEPS.of(RequestKind.RELEASE)).dropRequest(ConnectionEnding.CUT);
        assertThat(backend.release(attempt)).isInstanceOf(ReleaseOutcome.Unknown.class);
        waited(other);
        for (int i = 0; i < 5; i++) {
            granted(backend.tryAcquire(attempt(bench.name())));
            assertThat(session()).isNotEqualTo(session);
        }
    }

    @Test
    void a_connection_whose_release_was_confirmed_is_used_again_and_holds_nothing() {
        granted(backend.tryAcquire(attempt));
        String session = session();
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
        granted(backend.tryAcquire(attempt(bench.name())));
        assertThat(session()).isEqualTo(session);
        granted(other.tryAcquire(attempt(attempt.name())));
    }

    /** Each further second is the statement that waits, and a rollback. PostgreSQL forgets the limits with it. */
    @Test
    void a_waiter_sets_its_limits_once_if_they_last_for_the_session() {
        granted(other.tryAcquire(attempt(attempt.name())));
        try (Contest contest = backend.contest(attempt)) {
            contended(contest.attempt());
            Gate limits = counted("interlock row-arm ");
            Gate waits = counted("interlock row-wait ");
            contest.signal();
            await().until(() -> waits.timesMet() >= 3);
            // Read before the waits are, whose limits come first.
            int before = limits.timesMet();
            int met = waits.timesMet();
            assertThat(before).isBetween(bench.isPostgres() ? 3 : 1, bench.isPostgres() ? met + 1 : 1);
        }
    }

    private Gate counted(String statement) {
        Gate gate = proxy.onRequest(JdbcSteps.running(statement)).always().holdRequest();
        gate.open();
        return gate;
    }

    @Test
    void a_backend_that_closes_frees_what_it_holds() {
        granted(backend.tryAcquire(attempt));
        backend.close();
        waited(other);
    }

    private Grant waited(LockBackend waiter) {
        return BackendBench.waited(waiter, attempt(attempt.name()));
    }
}
