// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Candidacy;
import dev.interlock.CandidacyState;
import dev.interlock.ClientOptions;
import dev.interlock.ElectionOptions;
import dev.interlock.Holder;
import dev.interlock.LeaderTask;
import dev.interlock.Leadership;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockClock;
import dev.interlock.LockLostException;
import dev.interlock.TermEnd;
import dev.interlock.internal.client.ThreadGate;
import dev.interlock.memory.ManualClock;
import dev.interlock.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Candidates of two clients at one store. */
class ElectionTest {

    /** So long that no pause of a test comes near the end of the lease. */
    private static final Duration LEASE = Duration.ofHours(6);

    private static final ElectionOptions OPTIONS =
            ElectionOptions.STANDARD.withLock(AcquireOptions.inherited().withLease(LEASE));

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore();
    private final LockClient clientA = client("a");
    private final LockClient clientB = client("b");
    private final TestLeader a = new TestLeader();
    private final TestLeader b = new TestLeader();
    private final List<Candidacy> candidacies = new ArrayList<>();

    private LockClient client(String hint) {
        return LockClient.using(
                store.backend(), ClientOptions.STANDARD.withClock(clock).withHolderHint(hint));
    }

    @AfterEach
    void close() {
        candidacies.forEach(Candidacy::close);
        clientA.close();
        clientB.close();
    }

    private Candidacy stand(LockClient client, ElectionOptions options, LeaderTask task) {
        Candidacy candidacy = client.election("e").lead(options, task);
        candidacies.add(candidacy);
        return candidacy;
    }

    private Candidacy stand(LockClient client, LeaderTask task) {
        return stand(client, OPTIONS, task);
    }

    private void awaitState(Candidacy candidacy, CandidacyState state) {
        await().until(() -> candidacy.state() == state);
    }

    /**
     * Moves the clock by minutes until the condition holds. A candidate whose first look was overtaken by a move looks
     * again a whole lease later, and the test must get there.
     */
    private void advanceUntil(Callable<Boolean> condition) {
        await().pollInterval(Duration.ofMillis(1)).until(() -> {
            if (!condition.call()) {
                clock.advance(Duration.ofMinutes(1));
            }
            return condition.call();
        });
    }

    @Test
    void one_leads_until_it_stands_down_and_then_the_other_with_a_greater_term() {
        Candidacy first = stand(clientA, a);
        Leadership term = a.awaitTerm(1);
        Candidacy second = stand(clientB, b);
        assertThat(first.state()).isEqualTo(CandidacyState.LEADING);
        assertThat(first.leadership()).contains(term);
        assertThat(second.state()).isEqualTo(CandidacyState.FOLLOWING);
        assertThat(second.leadership()).isEmpty();
        assertThat(clientB.election("e").leader().orElseThrow().hint()).contains("a");
        assertThat(clientB.election("e").leader().orElseThrow().fencingToken()).isEqualTo(term.term());
        first.close();
        assertThat(a.interrupted).containsExactly(term);
        assertThat(first.state()).isEqualTo(CandidacyState.CLOSED);
        assertThat(term.end()).contains(TermEnd.CLOSED);
        assertThat(b.awaitTerm(1).term()).isGreaterThan(term.term());
    }

    @Test
    void two_never_lead_at_once_and_each_term_is_greater_than_all_before() {
        AtomicInteger leading = new AtomicInteger();
        List<Integer> seen = new CopyOnWriteArrayList<>();
        List<Long> terms = new CopyOnWriteArrayList<>();
        LeaderTask task = leadership -> {
            seen.add(leading.incrementAndGet());
            terms.add(leadership.term());
            leadership.ensureHeld(Duration.ZERO);
            leading.decrementAndGet();
        };
        stand(clientA, task);
        stand(clientA, task);
        stand(clientB, task);
        advanceUntil(() -> terms.size() > 30);
        assertThat(seen).containsOnly(1);
        assertThat(List.copyOf(terms)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void the_lock_is_released_after_the_task_has_ended() throws Exception {
        ThreadGate ending = new ThreadGate();
        Candidacy first = stand(clientA, a.thenPass(ending));
        Leadership term = a.awaitTerm(1);
        stand(clientB, b);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(first::close);
        ending.awaitReached();
        assertThat(first.state()).isEqualTo(CandidacyState.ENDING);
        assertThat(first.leadership()).isEmpty();
        assertThat(clientB.election("e").leader().orElseThrow().fencingToken()).isEqualTo(term.term());
        term.ensureHeld(Duration.ofMinutes(1));
        assertThat(closed).isNotDone();
        assertThat(b.begun).isEmpty();
        ending.open();
        b.awaitTerm(1);
        closed.join();
    }

    @Test
    void an_abdication_lets_the_other_lead_and_the_candidate_comes_back_behind_it() {
        Candidacy first = stand(clientA, a);
        Leadership term = a.awaitTerm(1);
        Candidacy second = stand(clientB, b);
        assertThat(second.abdicate()).isFalse();
        assertThat(first.abdicate()).isTrue();
        assertThat(term.end()).contains(TermEnd.ABDICATED);
        b.awaitTerm(1);
        advanceUntil(() -> clientA.election("e").leader().isPresent() && first.state() == CandidacyState.FOLLOWING);
        assertThat(a.begun).hasSize(1);
        second.close();
        advanceUntil(() -> a.begun.size() == 2);
    }

    @Test
    void a_loss_at_the_store_ends_the_term_and_the_candidate_stands_again() {
        Candidacy first = stand(clientA, a);
        Leadership term = a.awaitTerm(1);
        store.lose("e");
        a.awaitInterrupts(1);
        assertThat(term.end()).contains(TermEnd.LOST);
        assertThat(term.remaining()).isZero();
        assertThatThrownBy(() -> term.ensureHeld(Duration.ZERO)).isInstanceOf(LockLostException.class);
        advanceUntil(() -> a.begun.size() == 2);
        awaitState(first, CandidacyState.LEADING);
    }

    @Test
    void a_task_that_ignores_the_interrupt_is_no_leader_once_its_lease_is_over() throws Exception {
        ThreadGate stuck = new ThreadGate();
        Candidacy first = stand(clientA, leadership -> {
            a.begun.add(leadership);
            stuck.pass();
        });
        Leadership term = a.awaitTerm(1);
        stuck.awaitReached();
        Candidacy second = stand(clientB, b);
        assertThat(first.abdicate()).isTrue();
        clock.advance(LEASE.dividedBy(2));
        term.ensureHeld(Duration.ZERO);
        assertThat(b.begun).isEmpty();
        clock.advance(LEASE.dividedBy(2).minusSeconds(1));
        assertThat(term.remaining()).isZero();
        assertThat(b.begun)
                .as("the store keeps the lock for longer than its holder believes")
                .isEmpty();
        assertThatThrownBy(() -> term.ensureHeld(Duration.ZERO)).isInstanceOf(LockLostException.class);
        assertThat(first.state()).isEqualTo(CandidacyState.ENDING);
        advanceUntil(() -> b.begun.size() == 1);
        clock.advance(Duration.ofMinutes(1));
        assertThat(a.begun).as("it does not stand again while its task runs").hasSize(1);
        stuck.open();
        awaitState(first, CandidacyState.FOLLOWING);
        second.close();
        advanceUntil(() -> a.begun.size() == 2);
    }

    @Test
    void a_preferred_candidate_leads_again_once_the_term_of_its_deputy_is_over() {
        Candidacy deputy =
                stand(clientB, OPTIONS.withDelay(Duration.ofSeconds(5)).withMaxTerm(Duration.ofHours(1)), b);
        clock.advance(Duration.ofSeconds(4));
        assertThat(clientA.election("e").leader()).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        Leadership term = b.awaitTerm(1);
        Candidacy preferred = stand(clientA, a);
        clock.advance(Duration.ofMinutes(59));
        assertThat(deputy.state()).isEqualTo(CandidacyState.LEADING);
        clock.advance(Duration.ofMinutes(1));
        a.awaitTerm(1);
        assertThat(term.end()).contains(TermEnd.ABDICATED);
        assertThat(preferred.state()).isEqualTo(CandidacyState.LEADING);
    }

    @Test
    void an_observer_sees_each_leader_once_and_no_leader() {
        List<Optional<String>> seen = new CopyOnWriteArrayList<>();
        LockClient.Registration observing =
                clientB.election("e").observe(Duration.ofSeconds(1), leader -> seen.add(leader.flatMap(Holder::hint)));
        await().until(() -> seen.size() == 1);
        Candidacy first = stand(clientA, a);
        a.awaitTerm(1);
        advanceUntil(() -> seen.size() == 2);
        first.close();
        advanceUntil(() -> seen.size() == 3);
        stand(clientB, b);
        b.awaitTerm(1);
        advanceUntil(() -> seen.size() == 4);
        assertThat(seen).containsExactly(Optional.empty(), Optional.of("a"), Optional.empty(), Optional.of("b"));
        observing.close();
        b.awaitTerm(1);
        candidacies.forEach(Candidacy::close);
        clock.advance(Duration.ofMinutes(1));
        clock.advance(Duration.ofMinutes(1));
        await().until(() -> clientB.election("e").leader().isEmpty());
        assertThat(seen).hasSize(4);
    }

    @Test
    void an_observer_that_throws_is_called_again() {
        List<Optional<Holder>> seen = new CopyOnWriteArrayList<>();
        LockClient.Registration observing = clientB.election("e").observe(Duration.ofSeconds(1), leader -> {
            seen.add(leader);
            throw new IllegalStateException("broken");
        });
        await().until(() -> seen.size() == 1);
        stand(clientA, a);
        a.awaitTerm(1);
        advanceUntil(() -> seen.size() == 2);
        observing.close();
        assertThatThrownBy(() -> clientB.election("e").observe(Duration.ofMillis(9), seen::add))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pause must be >= PT0.01S and <= PT1H but was PT0.009S");
    }

    @Test
    void candidates_that_wait_have_no_thread_and_a_leader_has_one() {
        int before = Thread.getAllStackTraces().size();
        candidacies.add(clientA.election("threads").lead(OPTIONS, a));
        a.awaitTerm(1);
        for (int i = 0; i < 300; i++) {
            candidacies.add(0, clientB.election("threads").lead(OPTIONS, b));
        }
        assertThat(Thread.getAllStackTraces().size() - before).isLessThan(150);
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().startsWith("interlock-leader-threads"))
                .containsExactly(a.thread);
        assertThat(a.thread.isDaemon()).isTrue();
    }

    @Test
    void the_task_has_the_class_loader_of_the_caller() {
        ClassLoader own = new ClassLoader(getClass().getClassLoader()) {};
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(own);
        try {
            stand(clientA, a);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        a.awaitTerm(1);
        assertThat(a.thread.getContextClassLoader()).isSameAs(own);
    }

    @Test
    void a_grant_that_meets_the_close_of_its_candidate_makes_no_leader() throws Exception {
        ThreadGate beforeTheTerm = new ThreadGate();
        LockClient gated = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(new LockClock() {
            @Override
            public long nanoTime() {
                boolean termBegins = StackWalker.getInstance()
                        .walk(frames ->
                                frames.anyMatch(frame -> frame.getClassName().equals(Term.class.getName())
                                        && frame.getMethodName().equals("<init>")));
                if (termBegins) {
                    beforeTheTerm.pass();
                }
                return clock.nanoTime();
            }

            @Override
            public long wallMillis() {
                return clock.wallMillis();
            }

            @Override
            public Timer schedule(long delayNanos, Runnable task) {
                return clock.schedule(delayNanos, task);
            }
        }));
        Candidacy candidacy = gated.election("e").lead(OPTIONS, a);
        beforeTheTerm.awaitReached();
        candidacy.close();
        assertThat(candidacy.state()).isEqualTo(CandidacyState.CLOSED);
        assertThat(clientB.election("e").leader()).isPresent();
        beforeTheTerm.open();
        await().until(() -> clientB.election("e").leader().isEmpty());
        assertThat(a.begun).isEmpty();
        gated.close();
    }

    @Test
    void a_client_that_closes_lets_its_leader_end_within_the_grace() throws Exception {
        LockClient graceful = LockClient.using(
                store.backend(),
                ClientOptions.STANDARD
                        .withClock(clock)
                        .withCloseTimeout(Duration.ofMinutes(2))
                        .withCloseGrace(Duration.ofMinutes(1)));
        ThreadGate ending = new ThreadGate();
        Candidacy first = stand(graceful, leadership -> {
            try {
                a.lead(leadership);
            } finally {
                ending.pass();
                leadership.ensureHeld(Duration.ofSeconds(1));
            }
        });
        Leadership term = a.awaitTerm(1);
        Candidacy waiting = stand(graceful, b);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(graceful::close);
        ending.awaitReached();
        assertThat(term.end()).contains(TermEnd.CLOSED);
        assertThat(clientB.election("e").leader()).isPresent();
        ending.open();
        closed.join();
        assertThat(clientB.election("e").leader()).isEmpty();
        awaitState(first, CandidacyState.CLOSED);
        awaitState(waiting, CandidacyState.CLOSED);
        assertThatThrownBy(() -> stand(graceful, b)).isInstanceOf(LockClientClosedException.class);
        assertThatThrownBy(() -> graceful.election("e").leader()).isInstanceOf(LockClientClosedException.class);
        assertThat(b.begun).isEmpty();
    }
}
