// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.ONCE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static dev.interlock.internal.client.ScriptedBackend.releaseNotAnswered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client compensates a grant that may be left in the store without a holder. */
class CompensationTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void a_first_request_that_lands_after_the_release_of_its_repetition_is_compensated() {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.noAnswer());
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        bench.advanceUntil(Duration.ofMillis(100), waiting::isDone);
        assertThat(bench.backend.idOf(1)).isEqualTo(bench.backend.idOf(0));
        bench.backend.thenRelease(attempt -> new ReleaseOutcome.Released());
        bench.backend.release = attempt -> new ReleaseOutcome.NotOwner();
        assertThat(waiting.join().release()).isEqualTo(ReleaseResult.RELEASED);
        bench.advanceUntil(SECOND, () -> bench.backend.released.size() >= 3);
        bench.backend.release = attempt -> new ReleaseOutcome.Released();
        bench.advanceUntil(LEASE, () -> bench.engine.threads.timers.isEmpty());
        assertThat(bench.backend.released).allMatch(bench.backend.acquired.get(0)::equals);
    }

    @Test
    void a_release_without_an_answer_is_repeated_for_as_long_as_the_renewed_lease_lasts() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        assertThat(handle.renew(HOUR)).isEqualTo(RenewResult.RENEWED);
        bench.backend.release = attempt -> releaseNotAnswered();
        assertThat(handle.release()).isEqualTo(ReleaseResult.UNKNOWN);
        bench.clock.advance(LEASE);
        int sofar = bench.backend.released.size();
        for (int second = 0; second < 60; second++) {
            bench.clock.advance(SECOND);
        }
        bench.advanceUntil(SECOND, () -> bench.backend.released.size() > sofar + 1);
    }

    /** Row N12: a frozen store executes what it got when it wakes, however long after. */
    @Test
    void a_compensation_goes_on_until_the_store_has_answered_for_a_lease() {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.noAnswer());
        bench.backend.release = attempt -> releaseNotAnswered();
        assertThatThrownBy(() -> bench.acquire("a")).isInstanceOf(LockOutcomeUnknownException.class);
        long frozen = bench.clock.nanoTime();
        bench.advanceUntil(SECOND, () -> bench.clock.nanoTime() - frozen > LEASE.toNanos() * 2);
        bench.backend.release = attempt -> new ReleaseOutcome.NotOwner();
        int sofar = bench.backend.released.size();
        bench.advanceUntil(SECOND, () -> bench.backend.released.size() > sofar + 1);
        long woken = bench.clock.nanoTime();
        bench.advanceUntil(SECOND, bench.engine.threads.timers::isEmpty);
        assertThat(Duration.ofNanos(bench.clock.nanoTime() - woken))
                .isBetween(LEASE.minus(SECOND.multipliedBy(5)), LEASE);
    }

    /** A store that was frozen answers "not the owner", and then executes the request that reached it before. */
    @Test
    void an_answer_that_took_long_prolongs_a_compensation_like_a_silence() {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.noAnswer());
        AtomicLong slowAnswer = new AtomicLong();
        long start = bench.clock.nanoTime();
        bench.backend.release = attempt -> {
            boolean frozen = slowAnswer.get() == 0 && bench.clock.nanoTime() - start >= LEASE.toNanos() * 2 / 3;
            if (frozen) {
                bench.clock.advance(LEASE.dividedBy(2));
                slowAnswer.set(bench.clock.nanoTime());
            }
            return new ReleaseOutcome.NotOwner();
        };
        assertThatThrownBy(() -> bench.acquire("a")).isInstanceOf(LockOutcomeUnknownException.class);
        bench.advanceUntil(SECOND, () -> slowAnswer.get() != 0);
        bench.advanceUntil(SECOND, bench.engine.threads.timers::isEmpty);
        assertThat(Duration.ofNanos(bench.clock.nanoTime() - slowAnswer.get()))
                .isBetween(LEASE.minus(SECOND.multipliedBy(2)), LEASE.plus(SECOND.multipliedBy(2)));
    }

    @Test
    void a_store_that_never_answers_again_gathers_no_compensations_for_ever() {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.noAnswer());
        bench.backend.release = attempt -> releaseNotAnswered();
        long start = bench.clock.nanoTime();
        assertThatThrownBy(() -> bench.acquire("a")).isInstanceOf(LockOutcomeUnknownException.class);
        bench.advanceUntil(SECOND, bench.engine.threads.timers::isEmpty);
        assertThat(Duration.ofNanos(bench.clock.nanoTime() - start))
                .isBetween(LEASE.multipliedBy(9), LEASE.multipliedBy(10).plus(SECOND.multipliedBy(2)));
    }

    @Test
    void compensations_that_hang_do_not_delay_renewals() throws InterruptedException {
        LockHandle handle = bench.acquire("held");
        ThreadGate gate = new ThreadGate();
        bench.backend.release = attempt -> {
            gate.pass();
            return new ReleaseOutcome.Released();
        };
        for (int i = 0; i < 2 * ClientOptions.STANDARD.renewalThreads(); i++) {
            String name = "stray" + i;
            bench.backend.thenAcquire(attempt -> ScriptedBackend.noAnswer());
            assertThatThrownBy(() -> bench.acquire(name)).isInstanceOf(LockOutcomeUnknownException.class);
        }
        gate.awaitReached();
        bench.clock.advance(LEASE.dividedBy(3));
        await().until(() -> handle.remaining().compareTo(LEASE.dividedBy(3).multipliedBy(2)) > 0);
        gate.open();
    }

    @Test
    void a_request_that_lands_after_the_compensation_of_its_repetition_is_compensated_too() {
        bench.backend.acquire = attempt -> ScriptedBackend.noAnswer();
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        bench.advanceUntil(Duration.ofMillis(100), () -> bench.backend.acquired.size() >= 2);
        // The second request was executed and is taken back; the first is still on its way.
        bench.backend.thenRelease(attempt -> new ReleaseOutcome.Released());
        bench.backend.release = attempt -> new ReleaseOutcome.NotOwner();
        waiting.cancel(true);
        await().until(() -> bench.backend.released.size() == 1);
        bench.advanceUntil(SECOND, () -> bench.backend.released.size() >= 3);
        assertThat(bench.backend.released).allMatch(bench.backend.acquired.get(0)::equals);
    }

    /** When the store was asked for the last time to take the lock back, if it knows nothing of it. */
    private long lastCompensation() {
        AtomicLong last = new AtomicLong();
        bench.backend.release = attempt -> {
            last.set(bench.clock.nanoTime());
            return new ReleaseOutcome.NotOwner();
        };
        bench.advanceUntil(SECOND, bench.engine.threads.timers::isEmpty);
        return last.get();
    }

    @Test
    void a_hold_that_is_lost_after_a_longer_lease_was_asked_for_is_compensated_for_that_lease()
            throws InterruptedException {
        LockHandle handle = bench.client.lock("a").acquire(ONCE.withRenewal(Renewal.NONE));
        bench.backend.renew = grant -> ScriptedBackend.renewalNotAnswered();
        assertThat(handle.renew(LEASE.multipliedBy(2))).isEqualTo(RenewResult.UNKNOWN);
        assertThat(handle.renew(SECOND)).isEqualTo(RenewResult.UNKNOWN);
        assertThat(bench.backend.renewed).containsExactly(LEASE.multipliedBy(2), LEASE.multipliedBy(2));
        bench.backend.release = attempt -> new ReleaseOutcome.NotOwner();
        bench.clock.advance(handle.remaining());
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        long lost = bench.clock.nanoTime();
        assertThat(Duration.ofNanos(lastCompensation() - lost)).isEqualTo(LEASE.multipliedBy(2));
    }

    @Test
    void a_hold_at_its_cap_is_compensated_for_the_longest_lease_it_had() throws InterruptedException {
        LockHandle handle = bench.client.lock("a").acquire(ONCE.withMaxHold(LEASE.multipliedBy(3)));
        assertThat(handle.renew(LEASE.multipliedBy(2))).isEqualTo(RenewResult.RENEWED);
        bench.backend.release = attempt -> new ReleaseOutcome.NotOwner();
        bench.advanceUntil(SECOND, () -> handle.state() == HandleState.LOST);
        long lost = bench.clock.nanoTime();
        // The loss may be found up to a step before this test sees it.
        assertThat(Duration.ofNanos(lastCompensation() - lost))
                .isBetween(LEASE.multipliedBy(2).minus(SECOND), LEASE.multipliedBy(2));
    }

    @Test
    void a_grant_after_a_request_without_an_answer_that_is_lost_is_compensated_more_than_once() {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.noAnswer());
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        bench.advanceUntil(Duration.ofMillis(100), waiting::isDone);
        bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
        assertThat(waiting.join().state()).isEqualTo(HandleState.LOST);
        // Each of the two requests may be executed yet, so a release that hits proves nothing of the other.
        bench.advanceUntil(SECOND, () -> bench.backend.released.size() >= 3);
        bench.advanceUntil(SECOND, bench.engine.threads.timers::isEmpty);
        assertThat(bench.backend.released).containsOnly(bench.backend.acquired.get(0));
    }

    @Test
    void a_request_without_an_answer_is_past_once_the_hold_that_followed_has_lasted_a_lease() {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.noAnswer());
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        bench.advanceUntil(Duration.ofMillis(100), waiting::isDone);
        long granted = bench.clock.nanoTime();
        bench.advanceUntil(SECOND, () -> bench.clock.nanoTime() - granted >= LEASE.toNanos());
        assertThat(waiting.join().state()).isEqualTo(HandleState.HELD);
        bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
        assertThat(waiting.join().state()).isEqualTo(HandleState.LOST);
        bench.advanceUntil(SECOND, bench.engine.threads.timers::isEmpty);
        assertThat(bench.backend.released).isEmpty();
    }

    @Test
    void a_request_without_an_answer_before_a_grant_that_came_too_late_is_compensated_with_it() {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.noAnswer()).thenAcquire(attempt -> {
            long sent = bench.clock.nanoTime();
            bench.clock.advance(LEASE);
            return bench.backend.grant(attempt, sent, attempt.lease());
        });
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        bench.advanceUntil(Duration.ofMillis(100), waiting::isDone);
        assertThat(waiting.join().state()).isEqualTo(HandleState.HELD);
        assertThat(bench.backend.idOf(2)).isNotEqualTo(bench.backend.idOf(1)).isNotEqualTo(bench.backend.idOf(0));
        bench.advanceUntil(SECOND, () -> bench.backend.released.size() >= 3);
        assertThat(bench.backend.released).containsOnly(bench.backend.acquired.get(0));
    }

    @Test
    void the_pauses_between_releases_without_an_answer_double_up_to_a_second() {
        Queue<Long> sentMillis = new ConcurrentLinkedQueue<>();
        bench.backend.release = attempt -> {
            sentMillis.add(TimeUnit.NANOSECONDS.toMillis(bench.clock.nanoTime()));
            return releaseNotAnswered();
        };
        bench.backend.thenAcquire(attempt -> ScriptedBackend.noAnswer());
        assertThatThrownBy(() -> bench.acquire("a")).isInstanceOf(LockOutcomeUnknownException.class);
        bench.advanceUntil(Duration.ofMillis(20), () -> sentMillis.size() >= 9);
        List<Long> sent = List.copyOf(sentMillis);
        assertThat(IntStream.range(0, 8).mapToLong(i -> sent.get(i + 1) - sent.get(i)))
                .containsExactly(20L, 40L, 80L, 160L, 320L, 640L, 1_000L, 1_000L);
    }
}
