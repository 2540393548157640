// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A machine that has no thread left for a while. */
class NoThreadTest {

    private static final Duration STEP = Duration.ofMillis(100);

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    /** What the pool does once it gets threads again. */
    private static Runnable exhaust(ExecutorService service) {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) service;
        ThreadFactory threads = pool.getThreadFactory();
        pool.setThreadFactory(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        return () -> pool.setThreadFactory(threads);
    }

    @Test
    void a_renewal_that_finds_no_thread_does_not_hide_the_loss_at_the_deadline() throws Exception {
        bench.acquire("a");
        // A retry must not save the hold, or it depends on threads whether there is a loss to report.
        bench.backend.renew = grant -> ScriptedBackend.renewalNotAnswered();
        Runnable recover = exhaust(bench.engine.threads.renewals.steady());
        bench.clock.advance(LEASE.dividedBy(3));
        recover.run();
        // A renewal that is under way when the clock moves sets its next look in the past: the clock has to move again.
        bench.advanceUntil(LEASE, () -> bench.kinds("a").contains("Lost"));
    }

    @Test
    void an_acquisition_that_finds_no_thread_for_its_first_step_is_made_once_there_is_one() {
        Runnable recover = exhaust(bench.engine.threads.work.threads());
        CompletableFuture<LockHandle> first = bench.client.lock("a").acquireAsync(WAITING);
        bench.clock.advance(STEP);
        assertThat(first).isNotDone();
        recover.run();
        CompletableFuture<LockHandle> second = bench.client.lock("a").acquireAsync(WAITING);
        bench.advanceUntil(STEP, first::isDone);
        first.join().release();
        bench.advanceUntil(STEP, second::isDone);
        second.join().release();
        await().until(bench.engine::isIdle);
        assertThat(bench.engine.acquisitions.waiterCounts().isEmpty()).isTrue();
    }

    @Test
    void a_waiter_that_finds_no_thread_when_its_rest_is_over_goes_on_once_there_is_one() {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.contended());
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        await().until(() -> !bench.engine.acquisitions.waiterCounts().isEmpty());
        Runnable recover = exhaust(bench.engine.threads.work.threads());
        bench.clock.advance(Duration.ofMinutes(1));
        recover.run();
        bench.advanceUntil(STEP, waiting::isDone);
        waiting.join().release();
        await().until(bench.engine::isIdle);
    }

    @Test
    void an_acquisition_whose_outcome_finds_no_thread_is_reported_as_soon_as_there_is_one() {
        Runnable recover = exhaust(bench.engine.threads.callbacks.threads());
        CompletableFuture<LockHandle> acquiring = bench.client.lock("a").acquireAsync(WAITING);
        await().until(() -> !bench.engine.holds.all().isEmpty());
        recover.run();
        bench.advanceUntil(STEP, acquiring::isDone);
        acquiring.join().release();
        await().until(bench.engine::isIdle);
    }

    @Test
    void a_compensation_that_finds_no_thread_lets_the_next_waiter_go_on_once_there_is_one() {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.noAnswer());
        Runnable recover = exhaust(bench.engine.threads.compensation.threads());
        CompletableFuture<LockHandle> failing = bench.client.lock("a").acquireAsync(EngineBench.ONCE);
        await().until(failing::isCompletedExceptionally);
        recover.run();
        bench.advanceUntil(STEP, () -> !bench.backend.released.isEmpty());
        await().until(bench.engine::isIdle);
    }
}
