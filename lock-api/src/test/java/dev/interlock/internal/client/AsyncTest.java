// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.ONCE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Acquiring without holding a thread. */
class AsyncTest {

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void a_future_that_the_caller_lets_time_out_is_compensated_as_if_cancelled() {
        bench.backend.acquire = attempt -> ScriptedBackend.contended();
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        await().until(() -> bench.backend.acquired.size() == 1);
        assertThatThrownBy(waiting.orTimeout(1, TimeUnit.MILLISECONDS)::join)
                .hasCauseInstanceOf(TimeoutException.class);
        await().until(bench.engine.holds.queues::isEmpty);
        assertThat(bench.kinds("a")).containsExactly("Contended", "WaitersChanged", "WaitersChanged", "Cancelled");
    }

    @Test
    void a_cancelled_wait_leaves_the_queue_and_the_contest() {
        bench.backend.acquire = attempt -> ScriptedBackend.contended();
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        await().until(() -> bench.backend.acquired.size() == 1);
        assertThat(waiting.cancel(true)).isTrue();
        assertThatThrownBy(waiting::join).isInstanceOf(CancellationException.class);
        await().until(bench.engine.holds.queues::isEmpty);
        assertThat(bench.backend.closedContests).containsExactly("a");
        assertThat(bench.backend.released).isEmpty();
        assertThat(bench.engine.threads.timers.isEmpty()).isTrue();
    }

    @Test
    void a_grant_that_comes_after_the_cancellation_is_compensated() throws InterruptedException {
        ThreadGate gate = new ThreadGate();
        bench.backend.thenAcquire(attempt -> {
            gate.pass();
            return bench.backend.grant(attempt);
        });
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        gate.awaitReached();
        waiting.cancel(true);
        gate.open();
        await().until(() -> bench.backend.released.size() == 1);
        assertThat(bench.backend.released).containsExactly(bench.backend.acquired.get(0));
        await().until(bench.engine.holds.queues::isEmpty);
        assertThat(bench.kinds("a")).containsExactly("Cancelled");
    }

    @Test
    void a_future_fails_with_the_exceptions_of_acquire_inside_a_completion_exception() {
        bench.backend
                .thenAcquire(attempt -> ScriptedBackend.contended())
                .thenAcquire(attempt -> ScriptedBackend.noAnswer())
                .thenAcquire(
                        attempt -> new AcquireOutcome.Refused(new LockUnavailableException("read-only", null), true));
        assertThatThrownBy(bench.client.lock("a").acquireAsync(ONCE)::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(LockTimeoutException.class);
        assertThatThrownBy(bench.client.lock("b").acquireAsync(ONCE)::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(LockOutcomeUnknownException.class);
        assertThatThrownBy(bench.client.lock("c").acquireAsync(ONCE)::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(LockUnavailableException.class)
                .hasMessage("read-only");
    }

    @Test
    void bad_options_are_refused_at_once() {
        assertThatThrownBy(() -> bench.client.lock("a").acquireAsync(WAITING.withLease(Duration.ofMillis(1))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
