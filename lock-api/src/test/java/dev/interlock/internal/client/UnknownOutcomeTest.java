// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static dev.interlock.internal.client.ScriptedBackend.contended;
import static dev.interlock.internal.client.ScriptedBackend.noAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.RetryPolicy;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Attempts that got no answer, or were refused. */
class UnknownOutcomeTest {

    private static final Duration STEP = Duration.ofMillis(100);

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    private static AcquireOutcome refused(boolean retryable) {
        return new AcquireOutcome.Refused(new LockUnavailableException("store is read-only", null), retryable);
    }

    private CompletableFuture<LockHandle> waiting() {
        return bench.client.lock("a").acquireAsync(WAITING);
    }

    @Test
    void a_try_without_an_answer_says_so_and_for_how_long_a_ghost_can_block_others() {
        bench.backend.thenAcquire(attempt -> noAnswer());
        assertThatThrownBy(() -> bench.acquire("a")).isInstanceOfSatisfying(LockOutcomeUnknownException.class, e -> {
            assertThat(e.residue()).isEqualTo(LEASE);
            assertThat(e)
                    .hasMessageContaining("'a' may have been granted by scripted store")
                    .hasMessageContaining("30000 ms")
                    .hasCauseInstanceOf(IllegalStateException.class);
        });
        assertThat(bench.kinds("a")).containsExactly("OutcomeUnknown");
        await().until(() -> bench.backend.released.equals(bench.backend.acquired));
    }

    @Test
    void an_attempt_that_throws_counts_as_one_without_an_answer() {
        bench.backend.thenAcquire(attempt -> {
            throw new IllegalStateException("pool is empty");
        });
        assertThatThrownBy(() -> bench.acquire("a"))
                .isInstanceOf(LockOutcomeUnknownException.class)
                .hasRootCauseMessage("pool is empty");
    }

    @Test
    void a_compensation_is_repeated_until_it_hits() {
        bench.backend.thenAcquire(attempt -> noAnswer());
        bench.backend.release = attempt -> new ReleaseOutcome.NotOwner();
        assertThatThrownBy(() -> bench.acquire("a")).isInstanceOf(LockOutcomeUnknownException.class);
        bench.advanceUntil(STEP, () -> bench.backend.released.size() >= 5);
        bench.backend.release = attempt -> new ReleaseOutcome.Released();
        bench.advanceUntil(STEP, bench.engine.threads.timers::isEmpty);
        int done = bench.backend.released.size();
        bench.clock.advance(LEASE);
        assertThat(bench.backend.released).hasSize(done);
    }

    @Test
    void a_compensation_ends_one_lease_after_the_last_request_and_its_last_try_falls_on_that_end() {
        bench.backend.thenAcquire(attempt -> noAnswer());
        bench.backend.release = attempt -> new ReleaseOutcome.NotOwner();
        long start = bench.clock.nanoTime();
        assertThatThrownBy(() -> bench.acquire("a")).isInstanceOf(LockOutcomeUnknownException.class);
        long[] last = new long[1];
        bench.backend.release = attempt -> {
            last[0] = bench.clock.nanoTime();
            return new ReleaseOutcome.NotOwner();
        };
        bench.advanceUntil(
                STEP, () -> bench.engine.threads.timers.isEmpty() && bench.clock.nanoTime() - start > LEASE.toNanos());
        assertThat(Duration.ofNanos(last[0] - start)).isEqualTo(LEASE);
    }

    @Test
    void a_waiter_without_an_answer_asks_again_as_the_same_owner() {
        bench.backend.thenAcquire(attempt -> noAnswer()).thenAcquire(attempt -> noAnswer());
        CompletableFuture<LockHandle> waiting = waiting();
        bench.advanceUntil(STEP, waiting::isDone);
        assertThat(waiting.join().fencingToken()).isPositive();
        assertThat(bench.backend.acquired).hasSize(3).containsOnly(bench.backend.acquired.get(0));
    }

    @Test
    void a_waiter_whose_last_word_was_no_answer_ends_unknown() {
        bench.backend.acquire = attempt -> noAnswer();
        CompletableFuture<LockHandle> waiting = waiting();
        bench.advanceUntil(Duration.ofSeconds(10), waiting::isDone);
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(LockOutcomeUnknownException.class);
        await().until(() -> !bench.backend.released.isEmpty());
    }

    @Test
    void a_waiter_that_got_no_answer_first_and_then_runs_out_of_time_is_compensated() {
        bench.backend.thenAcquire(attempt -> noAnswer());
        bench.backend.acquire = attempt -> contended();
        CompletableFuture<LockHandle> waiting = waiting();
        bench.advanceUntil(Duration.ofSeconds(10), waiting::isDone);
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(LockTimeoutException.class);
        await().until(() -> bench.backend.released.size() == 1);
        assertThat(bench.backend.released.get(0)).isEqualTo(bench.backend.acquired.get(0));
    }

    @Test
    void a_refusal_that_may_pass_is_tried_again_and_leaves_nothing_to_compensate() {
        bench.backend.thenAcquire(attempt -> refused(true)).thenAcquire(attempt -> refused(true));
        CompletableFuture<LockHandle> waiting = waiting();
        bench.advanceUntil(STEP, waiting::isDone);
        waiting.join().release();
        assertThat(bench.backend.acquired).hasSize(3);
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void a_refusal_for_good_ends_the_wait_at_once_with_what_the_store_said() {
        bench.backend.thenAcquire(attempt -> refused(false));
        assertThatThrownBy(waiting()::join)
                .cause()
                .isInstanceOf(LockUnavailableException.class)
                .hasMessage("store is read-only");
        assertThat(bench.backend.released).isEmpty();
        assertThat(bench.kinds("a")).containsExactly("Unavailable");
        await().until(bench.engine.holds.queues::isEmpty);
    }

    @Test
    void a_refused_try_is_not_repeated() {
        bench.backend.thenAcquire(attempt -> refused(true));
        assertThatThrownBy(() -> bench.acquire("a")).isInstanceOf(LockUnavailableException.class);
        assertThat(bench.backend.acquired).hasSize(1);
    }

    @Test
    void a_cap_on_attempts_ends_the_wait_with_the_last_word_of_the_store() {
        bench.backend.acquire = attempt -> contended();
        CompletableFuture<LockHandle> waiting =
                bench.client.lock("a").acquireAsync(WAITING.withRetry(RetryPolicy.STANDARD.withMaxAttempts(3)));
        bench.advanceUntil(STEP, waiting::isDone);
        assertThatThrownBy(waiting::join)
                .hasCauseInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("3 attempts");
        assertThat(bench.backend.acquired).hasSize(3);
    }

    @Test
    void a_refusal_after_no_answer_does_not_prove_that_the_lock_was_not_acquired() {
        bench.backend.thenAcquire(attempt -> noAnswer()).thenAcquire(attempt -> refused(false));
        CompletableFuture<LockHandle> waiting = waiting();
        bench.advanceUntil(STEP, waiting::isDone);
        assertThatThrownBy(waiting::join)
                .cause()
                .isInstanceOf(LockOutcomeUnknownException.class)
                .hasMessageContaining("store is read-only");
        assertThat(bench.kinds("a")).containsExactly("OutcomeUnknown");
        await().until(() -> bench.backend.released.equals(List.of(bench.backend.acquired.get(0))));
    }
}
