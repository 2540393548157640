// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.ONCE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.spi.AcquireOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A backend that breaks its contract costs an acquisition at most, never the name or the client. */
class BrokenBackendTest {

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void an_error_thrown_by_an_attempt_counts_as_no_answer() {
        bench.backend.thenAcquire(attempt -> {
            throw new NoClassDefFoundError("Driver");
        });
        assertThatThrownBy(() -> bench.acquire("a"))
                .isInstanceOf(LockOutcomeUnknownException.class)
                .hasMessageContaining("NoClassDefFoundError");
        await().until(bench.engine.holds.queues::isEmpty);
    }

    @Test
    void an_error_thrown_while_waiting_is_tried_again_and_leaves_the_name_free() {
        bench.backend.thenAcquire(attempt -> {
            throw new NoClassDefFoundError("Driver");
        });
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        bench.advanceUntil(Duration.ofMillis(100), waiting::isDone);
        waiting.join().release();
        await().until(bench.engine.holds.queues::isEmpty);
    }

    @Test
    @SuppressWarnings("NullAway")
    void no_outcome_at_all_counts_as_no_answer() {
        bench.backend.thenAcquire(attempt -> null).thenRenew(grant -> null);
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        bench.advanceUntil(Duration.ofMillis(100), waiting::isDone);
        assertThat(waiting.join().renew(EngineBench.LEASE)).isEqualTo(RenewResult.UNKNOWN);
    }

    @Test
    void a_contest_that_throws_everywhere_does_not_keep_a_waiter_from_the_lock() {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.contended());
        bench.backend.brokenContests = true;
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        bench.advanceUntil(Duration.ofMillis(100), waiting::isDone);
        assertThat(waiting.join().release()).isEqualTo(ReleaseResult.RELEASED);
        await().until(bench.engine.holds.queues::isEmpty);
    }

    @Test
    void a_contest_that_cannot_be_made_counts_as_no_answer() {
        bench.backend.refuseContests = true;
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        bench.advanceUntil(Duration.ofMinutes(6), waiting::isDone);
        assertThat(waiting).isCompletedExceptionally();
        await().until(bench.engine.holds.queues::isEmpty);
    }

    @Test
    void a_time_to_rest_without_bound_is_a_long_one() {
        bench.backend.signalled = true;
        bench.backend.thenAcquire(attempt -> new AcquireOutcome.Contended(Duration.ofSeconds(Long.MAX_VALUE)));
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        await().until(() -> bench.kinds("a").contains("Contended"));
        bench.backend.signal.complete("released");
        assertThat(waiting.orTimeout(10, java.util.concurrent.TimeUnit.SECONDS)
                        .join()
                        .lockName())
                .isEqualTo("a");
    }

    @Test
    void a_grant_for_a_lease_beyond_measure_is_refused_and_compensated() {
        bench.backend.thenAcquire(
                attempt -> bench.backend.grant(attempt, bench.clock.nanoTime(), Duration.ofSeconds(Long.MAX_VALUE)));
        assertThatThrownBy(() -> bench.acquire("a")).isInstanceOf(LockOutcomeUnknownException.class);
        await().until(() -> bench.backend.released.size() == 1);
        await().until(bench.engine.holds.queues::isEmpty);
    }

    @Test
    void errors_of_renewals_are_tried_again_at_the_pace_of_retries() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend.renew = grant -> {
            throw new NoClassDefFoundError("Driver");
        };
        bench.clock.advance(Duration.ofSeconds(10));
        await().until(() -> bench.kinds("a").contains("RenewalFailed"));
        // The pause may have ended within the same move of the clock, but not hundreds of times.
        assertThat(bench.backend.renewed).hasSizeLessThan(10);
        assertThat(handle.renew(EngineBench.LEASE)).isEqualTo(RenewResult.UNKNOWN);
    }

    @Test
    void an_error_of_a_release_counts_as_no_answer() throws InterruptedException {
        LockHandle handle = bench.client.lock("a").acquire(ONCE);
        bench.backend
                .thenRelease(attempt -> {
                    throw new NoClassDefFoundError("Driver");
                })
                .thenRelease(attempt -> {
                    throw new NoClassDefFoundError("Driver");
                });
        assertThat(handle.release()).isEqualTo(ReleaseResult.UNKNOWN);
        await().until(() -> bench.backend.released.size() == 3);
    }

    @Test
    void a_checked_exception_that_a_backend_throws_undeclared_counts_as_no_answer() {
        bench.backend.thenAcquire(attempt -> sneak(new IOException("reset")));
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        bench.advanceUntil(Duration.ofMillis(100), () -> bench.backend.acquired.size() >= 2);
        bench.backend.thenRenew(grant -> sneak(new IOException("reset"))).thenRelease(any -> sneak(new IOException()));
        LockHandle handle = waiting.join();
        assertThat(handle.renew(EngineBench.LEASE)).isEqualTo(RenewResult.UNKNOWN);
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        await().until(bench.engine.holds.queues::isEmpty);
    }

    /** Throws whatever it is given, as Kotlin code does. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T, E extends Exception> T sneak(Exception thrown) throws E {
        throw (E) thrown;
    }
}
