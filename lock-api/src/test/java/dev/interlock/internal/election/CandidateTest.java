// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Candidacy;
import dev.interlock.CandidacyState;
import dev.interlock.ElectionOptions;
import dev.interlock.LeaderTask;
import dev.interlock.Leadership;
import dev.interlock.LockEvent;
import dev.interlock.LockUnavailableException;
import dev.interlock.Renewal;
import dev.interlock.TermEnd;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.internal.client.ThreadGate;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One candidate at a store that does what the test says. */
class CandidateTest {

    private static final Duration MARGIN = Duration.ofSeconds(4);
    private static final ElectionOptions OPTIONS = ElectionOptions.STANDARD
            .withLock(AcquireOptions.inherited().withLease(EngineBench.LEASE))
            .withMargin(MARGIN);
    private static final Duration STEP = Duration.ofMillis(100);

    private final EngineBench bench = new EngineBench();
    private final TestLeader leader = new TestLeader();

    @AfterEach
    void close() {
        bench.close();
        await().until(() -> bench.engine.kept().isEmpty());
    }

    private Candidacy stand(ElectionOptions options, LeaderTask task) {
        return bench.client.election("e").lead(options, task);
    }

    private LockEvent.TermEnded ended(int n) {
        List<LockEvent.TermEnded> ended = new ArrayList<>();
        await().until(() -> {
            ended.clear();
            bench.eventsOf("e").forEach(event -> {
                if (event instanceof LockEvent.TermEnded end) {
                    ended.add(end);
                }
            });
            return ended.size() >= n;
        });
        return ended.get(n - 1);
    }

    @Test
    void a_term_is_told_to_end_by_the_margin_before_its_lease_does() throws Exception {
        bench.backend.renew = grant -> ScriptedBackend.renewalNotAnswered();
        ThreadGate ending = new ThreadGate();
        Candidacy candidacy = stand(OPTIONS, leader.thenPass(ending));
        Leadership term = leader.awaitTerm(1);
        clockMovesTo(term, MARGIN.plusMillis(1));
        assertThat(term.end()).isEmpty();
        assertThat(candidacy.state()).isEqualTo(CandidacyState.LEADING);
        bench.clock.advance(Duration.ofMillis(1));
        assertThat(term.end()).contains(TermEnd.LEASE_ENDING);
        assertThat(term.remaining()).isEqualTo(MARGIN);
        ending.awaitReached();
        assertThat(bench.backend.released).isEmpty();
        ending.open();
        assertThat(ended(1).end()).isEqualTo(TermEnd.LEASE_ENDING);
        assertThat(ended(1).failure()).isEmpty();
        await().until(() -> !bench.backend.released.isEmpty());
        assertThat(bench.kinds("e")).doesNotContain("Lost");
    }

    /** Moves the clock until so much of the lease is left. */
    private void clockMovesTo(Leadership term, Duration left) {
        bench.clock.advance(term.remaining().minus(left));
    }

    @Test
    void the_margin_is_a_sixth_of_the_lease_and_never_more_than_a_third() {
        bench.backend.renew = grant -> ScriptedBackend.renewalNotAnswered();
        Duration lease = Duration.ofMillis(29_698);
        ElectionOptions lock = ElectionOptions.STANDARD.withLock(OPTIONS.lock());
        assertTold(lock, lease.dividedBy(6));
        assertTold(lock.withMargin(Duration.ofMinutes(1)), lease.dividedBy(3));
    }

    private void assertTold(ElectionOptions options, Duration margin) {
        TestLeader own = new TestLeader();
        Candidacy candidacy = stand(options, own);
        Leadership term = own.awaitTerm(1);
        clockMovesTo(term, margin.plusNanos(1));
        assertThat(term.end()).isEmpty();
        bench.clock.advance(Duration.ofNanos(1));
        assertThat(term.end()).contains(TermEnd.LEASE_ENDING);
        candidacy.close();
    }

    @Test
    void renewals_keep_the_term_and_stop_when_it_was_told_to_end() throws Exception {
        ThreadGate stuck = new ThreadGate();
        Candidacy candidacy = stand(OPTIONS, leadership -> {
            leader.begun.add(leadership);
            stuck.pass();
        });
        Leadership term = leader.awaitTerm(1);
        stuck.awaitReached();
        bench.advanceUntil(STEP, () -> bench.backend.renewed.size() >= 5);
        assertThat(term.end()).isEmpty();
        assertThat(candidacy.abdicate()).isTrue();
        assertThat(candidacy.abdicate()).isFalse();
        int before = bench.backend.renewed.size();
        bench.advanceUntil(STEP, () -> term.remaining().isZero());
        assertThat(bench.backend.renewed).hasSize(before);
        stuck.open();
        assertThat(ended(1).end()).isEqualTo(TermEnd.ABDICATED);
        assertThat(ended(1).stopping()).isGreaterThan(EngineBench.LEASE.dividedBy(2));
    }

    @Test
    void maxHold_ends_a_term_by_the_margin_before_the_lock() {
        ThreadGate ending = new ThreadGate();
        stand(OPTIONS.withLock(OPTIONS.lock().withMaxHold(Duration.ofMinutes(1))), leader.thenPass(ending));
        Leadership term = leader.awaitTerm(1);
        bench.advanceUntil(STEP, () -> term.end().isPresent());
        assertThat(term.end()).contains(TermEnd.LEASE_ENDING);
        assertThat(term.remaining()).isBetween(MARGIN.minus(STEP), MARGIN);
        ending.open();
    }

    @Test
    void a_lease_that_is_not_renewed_is_a_term_with_an_end() {
        stand(OPTIONS.withLock(OPTIONS.lock().withRenewal(Renewal.NONE)), leader);
        Leadership term = leader.awaitTerm(1);
        clockMovesTo(term, MARGIN);
        assertThat(term.end()).contains(TermEnd.LEASE_ENDING);
    }

    @Test
    void a_task_that_throws_ends_its_term_and_stands_again_after_growing_pauses() {
        ElectionOptions options = OPTIONS.withPauses(Duration.ofSeconds(2), Duration.ofSeconds(6));
        Candidacy candidacy = stand(options, leadership -> {
            leader.begun.add(leadership);
            throw new IllegalStateException("broken");
        });
        LockEvent.TermEnded first = ended(1);
        assertThat(first.end()).isEqualTo(TermEnd.FAILED);
        assertThat(first.failure()).contains("java.lang.IllegalStateException: broken");
        assertPauseBetween(candidacy, 1, 1, 2);
        ended(2);
        assertPauseBetween(candidacy, 2, 2, 4);
        ended(3);
        assertPauseBetween(candidacy, 3, 3, 6);
        ended(4);
        assertPauseBetween(candidacy, 4, 3, 6);
    }

    private void assertPauseBetween(Candidacy candidacy, int terms, int seconds, int most) {
        awaitPause(candidacy);
        bench.clock.advance(Duration.ofSeconds(seconds).minusNanos(1));
        assertThat(bench.backend.acquired).hasSize(terms);
        bench.clock.advance(Duration.ofSeconds(most - seconds).plusNanos(1));
        leader.awaitTerm(terms + 1);
    }

    /** A candidate pauses, and its timer is set. */
    private void awaitPause(Candidacy candidacy) {
        await().until(() -> candidacy.state() == CandidacyState.FOLLOWING
                && bench.engine.isIdle()
                && bench.engine.kept().contains("timers"));
    }

    @Test
    void a_task_that_returns_stands_again_after_the_shortest_pause() {
        Candidacy candidacy = stand(OPTIONS, leader.begun::add);
        assertThat(ended(1).end()).isEqualTo(TermEnd.RETURNED);
        awaitPause(candidacy);
        bench.clock.advance(Duration.ofMillis(999));
        assertThat(bench.backend.acquired).hasSize(1);
        bench.clock.advance(Duration.ofMillis(1));
        leader.awaitTerm(2);
        assertThat(bench.kinds("e").subList(0, 4)).containsExactly("Acquired", "TermBegan", "TermEnded", "Released");
    }

    @Test
    void a_store_that_does_not_answer_is_asked_again_at_the_pace_of_the_lock() {
        bench.backend.acquire = attempt -> ScriptedBackend.noAnswer();
        Candidacy candidacy = stand(OPTIONS, leader);
        bench.advanceUntil(STEP, () -> bench.backend.acquired.size() > 20);
        assertThat(candidacy.state()).isEqualTo(CandidacyState.FOLLOWING);
        bench.backend.acquire = bench.backend::grant;
        bench.advanceUntil(STEP, () -> leader.begun.size() == 1);
    }

    @Test
    void a_store_that_refuses_is_asked_again_after_a_pause() {
        bench.backend.thenAcquire(
                attempt -> new AcquireOutcome.Refused(new LockUnavailableException("read-only", null), false));
        Candidacy candidacy = stand(OPTIONS, leader);
        await().until(() -> bench.kinds("e").contains("Unavailable"));
        awaitPause(candidacy);
        bench.clock.advance(Duration.ofMillis(499));
        assertThat(bench.backend.acquired).hasSize(1);
        bench.clock.advance(Duration.ofMillis(501));
        leader.awaitTerm(1);
    }

    @Test
    void a_candidate_that_waits_stands_down_and_leaves_nothing_behind() {
        bench.backend.acquire = attempt -> ScriptedBackend.contended();
        Candidacy candidacy = stand(OPTIONS, leader);
        await().until(() -> bench.kinds("e").contains("Contended"));
        candidacy.close();
        candidacy.close();
        assertThat(candidacy.state()).isEqualTo(CandidacyState.CLOSED);
        assertThat(candidacy.abdicate()).isFalse();
        await().until(() -> bench.engine.kept().isEmpty());
        assertThat(leader.begun).isEmpty();
    }

    @Test
    void a_candidate_that_pauses_stands_down_and_does_not_stand_again() {
        Candidacy candidacy = stand(OPTIONS, leader.begun::add);
        ended(1);
        awaitPause(candidacy);
        candidacy.close();
        assertThat(bench.engine.kept()).isEmpty();
        bench.clock.advance(Duration.ofHours(1));
        assertThat(bench.backend.acquired).hasSize(1);
    }

    @Test
    void a_grant_that_comes_after_the_close_is_released() throws Exception {
        ThreadGate granting = new ThreadGate();
        bench.backend.thenAcquire(attempt -> {
            granting.pass();
            return bench.backend.grant(attempt);
        });
        Candidacy candidacy = stand(OPTIONS, leader);
        granting.awaitReached();
        candidacy.close();
        granting.open();
        await().until(() -> bench.backend.released.size() == 1);
        assertThat(leader.begun).isEmpty();
    }

    @Test
    void a_task_may_close_its_own_candidacy() {
        CompletableFuture<Candidacy> own = new CompletableFuture<>();
        Candidacy candidacy = stand(OPTIONS, leadership -> {
            own.join().close();
            leader.begun.add(leadership);
        });
        own.complete(candidacy);
        leader.awaitTerm(1);
        await().until(() -> candidacy.state() == CandidacyState.CLOSED);
        assertThat(ended(1).end()).isEqualTo(TermEnd.CLOSED);
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void an_interrupt_ends_the_wait_of_a_close_and_stays() throws Exception {
        ThreadGate stuck = new ThreadGate();
        Candidacy candidacy = stand(OPTIONS, leadership -> stuck.pass());
        stuck.awaitReached();
        Thread.currentThread().interrupt();
        candidacy.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(candidacy.state()).isEqualTo(CandidacyState.ENDING);
        stuck.open();
        candidacy.close();
        assertThat(candidacy.state()).isEqualTo(CandidacyState.CLOSED);
    }

    @Test
    void awaitEnd_returns_the_reason_and_consumes_the_interrupt() {
        CompletableFuture<TermEnd> seen = new CompletableFuture<>();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Candidacy candidacy = stand(OPTIONS, leadership -> {
            leader.begun.add(leadership);
            seen.complete(leadership.awaitEnd());
            flag.complete(Thread.currentThread().isInterrupted());
        });
        Leadership term = leader.awaitTerm(1);
        CompletableFuture<TermEnd> future = term.whenEnding();
        assertThat(future).isNotDone();
        assertThat(term.electionName()).isEqualTo("e");
        candidacy.abdicate();
        assertThat(seen.join()).isEqualTo(TermEnd.ABDICATED);
        assertThat(flag.join()).isFalse();
        assertThat(future.join()).isEqualTo(TermEnd.ABDICATED);
    }

    @Test
    void another_thread_that_waits_for_the_end_obeys_its_own_interrupt() throws Exception {
        stand(OPTIONS, leader);
        Leadership term = leader.awaitTerm(1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(term::awaitEnd).isInstanceOf(InterruptedException.class);
        bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
        assertThat(term.awaitEnd()).isEqualTo(TermEnd.LOST);
    }

    @Test
    void an_interrupt_that_the_task_left_behind_does_not_reach_the_release() {
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        bench.backend.thenRelease(attempt -> {
            flag.complete(Thread.currentThread().isInterrupted());
            return new ReleaseOutcome.Released();
        });
        stand(OPTIONS, leadership -> Thread.currentThread().interrupt());
        assertThat(flag.join()).isFalse();
    }

    @Test
    void a_failure_after_the_term_was_told_to_end_is_reported_with_the_reason_of_the_end() {
        Candidacy candidacy = stand(OPTIONS, leadership -> {
            leader.begun.add(leadership);
            leadership.awaitEnd();
            throw new IllegalStateException("while it ended");
        });
        leader.awaitTerm(1);
        candidacy.abdicate();
        assertThat(ended(1).end()).isEqualTo(TermEnd.ABDICATED);
        assertThat(ended(1).failure()).contains("java.lang.IllegalStateException: while it ended");
    }

    @Test
    void options_of_the_lock_that_the_store_does_not_support_are_refused_at_once() {
        assertThatThrownBy(() -> stand(OPTIONS.withLock(OPTIONS.lock().withLockDelay(Duration.ofSeconds(1))), leader))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lockDelay");
    }
}
