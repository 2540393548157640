// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.event;

import static dev.interlock.internal.client.EngineBench.ONCE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.RetryPolicy;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.spi.AcquireOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What listeners learn of the number of waiters for a lock. */
class WaiterCountsTest {

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    private List<Integer> numbers() {
        return bench.eventsOf("a").stream()
                .filter(LockEvent.WaitersChanged.class::isInstance)
                .map(event -> ((LockEvent.WaitersChanged) event).waiters())
                .toList();
    }

    @Test
    void each_waiter_inside_the_client_counts_until_it_is_granted_the_lock() throws InterruptedException {
        LockHandle first = bench.acquire("a");
        CompletableFuture<LockHandle> second = bench.client.lock("a").acquireAsync(WAITING);
        await().until(() -> numbers().equals(List.of(1)));
        CompletableFuture<LockHandle> third = bench.client.lock("a").acquireAsync(WAITING);
        await().until(() -> numbers().equals(List.of(1, 2)));
        first.release();
        second.join().release();
        third.join().release();
        assertThat(numbers()).containsExactly(1, 2, 1, 0);
        assertThat(bench.engine.acquisitions.waiterCounts().isEmpty()).isTrue();
    }

    @Test
    void a_wait_for_another_client_ends_before_the_hold_begins() {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.contended());
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        bench.advanceUntil(Duration.ofMillis(100), waiting::isDone);
        waiting.join().release();
        assertThat(bench.kinds("a"))
                .containsExactly("Contended", "WaitersChanged", "WaitersChanged", "Acquired", "Released");
        assertThat(numbers()).containsExactly(1, 0);
    }

    @Test
    void a_wait_that_times_out_and_one_that_the_store_ends_are_over_as_well() {
        bench.backend.acquire = attempt -> ScriptedBackend.contended();
        CompletableFuture<LockHandle> inVain =
                bench.client.lock("a").acquireAsync(WAITING.withMaxWait(Duration.ofSeconds(1)));
        bench.advanceUntil(Duration.ofMillis(100), inVain::isDone);
        assertThat(inVain).failsWithin(1, TimeUnit.SECONDS);
        CompletableFuture<LockHandle> failing = bench.client.lock("a").acquireAsync(WAITING);
        await().until(() -> numbers().equals(List.of(1, 0, 1)));
        bench.backend.acquire =
                attempt -> new AcquireOutcome.Refused(new LockUnavailableException("down", null), false);
        bench.advanceUntil(Duration.ofMillis(100), failing::isDone);
        assertThat(numbers()).containsExactly(1, 0, 1, 0);
    }

    @Test
    void the_end_of_the_client_ends_all_waits() throws InterruptedException {
        bench.acquire("a");
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        await().until(() -> numbers().equals(List.of(1)));
        bench.close();
        assertThat(waiting).failsWithin(1, TimeUnit.SECONDS);
        assertThat(bench.engine.acquisitions.waiterCounts().isEmpty()).isTrue();
    }

    @Test
    void a_thread_that_locks_a_view_counts_while_it_waits() throws Exception {
        LockHandle held = bench.acquire("a");
        Thread thread = new Thread(() -> bench.client.lock("a").asLock(WAITING).lock());
        thread.start();
        await().until(() -> numbers().equals(List.of(1)));
        held.release();
        thread.join();
        assertThat(numbers()).containsExactly(1, 0);
    }

    @Test
    void a_caller_that_does_not_wait_is_not_counted() throws InterruptedException {
        LockHandle held = bench.acquire("a");
        assertThat(bench.client.lock("a").tryAcquire()).isEmpty();
        held.release();
        bench.acquire("a").release();
        bench.backend.thenAcquire(attempt -> ScriptedBackend.contended());
        assertThat(bench.client.lock("a").tryAcquire(ONCE)).isEmpty();
        bench.backend.thenAcquire(attempt -> ScriptedBackend.contended());
        assertThatThrownBy(() ->
                        bench.client.lock("a").acquire(WAITING.withRetry(RetryPolicy.STANDARD.withMaxAttempts(1))))
                .isInstanceOf(LockTimeoutException.class);
        assertThat(numbers()).isEmpty();
    }
}
