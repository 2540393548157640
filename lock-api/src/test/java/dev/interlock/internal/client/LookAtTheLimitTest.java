// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a waiter does at its limit, if it has rested on a signal that the store does not promise. */
class LookAtTheLimitTest {

    private static final Duration LIMIT = Duration.ofMillis(300);
    private static final AcquireOptions WAITING =
            AcquireOptions.waitAtMost(LIMIT).withLease(EngineBench.LEASE);

    /** Waits behind others until its limit; the store is asked once before that. */
    private static CompletableFuture<LockHandle> waited(EngineBench bench) {
        bench.backend.signalled = true;
        bench.backend.thenAcquire(attempt -> ScriptedBackend.contended());
        CompletableFuture<LockHandle> waiting =
                bench.client.lock("a").acquireAsync(WAITING).toCompletableFuture();
        await().until(() -> bench.backend.acquired.size() == 1 && bench.isQuiet());
        bench.clock.advance(LIMIT);
        return waiting;
    }

    @Test
    void a_lost_signal_costs_no_lock_that_is_free_at_the_limit() {
        try (EngineBench bench = new EngineBench()) {
            assertThat(waited(bench)).succeedsWithin(Duration.ofSeconds(30));
            assertThat(bench.backend.acquired).hasSize(2);
        }
    }

    @Test
    void the_store_is_asked_once_more_and_not_again() {
        try (EngineBench bench = new EngineBench()) {
            bench.backend.acquire = attempt -> ScriptedBackend.contended();
            CompletableFuture<LockHandle> waiting = waited(bench);
            assertThatThrownBy(waiting::join).hasCauseInstanceOf(LockTimeoutException.class);
            assertThat(bench.backend.acquired).hasSize(2);
        }
    }

    @Test
    void a_signal_that_the_store_promises_is_relied_on() {
        try (EngineBench bench = new EngineBench()) {
            bench.backend.declared = Set.of(Capability.NOTIFIES_WAITERS);
            bench.backend.acquire = attempt -> ScriptedBackend.contended();
            CompletableFuture<LockHandle> waiting = waited(bench);
            assertThatThrownBy(waiting::join).hasCauseInstanceOf(LockTimeoutException.class);
            assertThat(bench.backend.acquired).hasSize(1);
        }
    }

    /** It waits for others that were before it: they may be gone, and the store does not promise to say so. */
    @Test
    void a_place_among_others_is_looked_at_once_more() {
        try (EngineBench bench = new EngineBench()) {
            bench.backend.inTurn = true;
            bench.backend.thenAcquire(attempt -> ScriptedBackend.contended());
            Duration hour = Duration.ofHours(1);
            CompletableFuture<LockHandle> waiting =
                    bench.client.lock("a").acquireAsync(WAITING.withRetry(new RetryPolicy(hour, hour, 3)));
            await().until(() -> bench.backend.acquired.size() == 1 && bench.isQuiet());
            bench.clock.advance(LIMIT);
            assertThat(waiting).succeedsWithin(Duration.ofSeconds(30));
            assertThat(bench.backend.acquired).hasSize(2);
        }
    }

    @Test
    void before_the_limit_a_store_that_signals_is_not_polled_and_another_one_is() {
        for (boolean signals : List.of(true, false)) {
            try (EngineBench bench = new EngineBench()) {
                bench.backend.signalled = signals;
                bench.backend.acquire = attempt -> ScriptedBackend.contended();
                CompletableFuture<LockHandle> waiting =
                        bench.client.lock("a").acquireAsync(WAITING.withMaxWait(Duration.ofMinutes(1)));
                await().until(() -> bench.backend.acquired.size() == 1 && bench.isQuiet());
                Duration pause = RetryPolicy.STANDARD.maxPause();
                long after = bench.clock.nanoTime() + pause.multipliedBy(5).toNanos();
                bench.advanceUntil(
                        pause, () -> bench.clock.nanoTime() >= after && (signals || bench.backend.acquired.size() > 1));
                assertThat(bench.backend.acquired.size() > 1)
                        .as("polled, signals: %s", signals)
                        .isEqualTo(!signals);
                waiting.cancel(false);
            }
        }
    }
}
