// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long a call waits whose options set no wait. */
class DefaultWaitTest {

    private static final AcquireOptions LEASE_ONLY = AcquireOptions.inherited().withLease(EngineBench.LEASE);

    private final EngineBench plain = new EngineBench();
    private final EngineBench set = new EngineBench(ClientOptions.STANDARD
            .withDefaults(AcquireOptions.waitAtMost(Duration.ofSeconds(20)))
            .withDefaultsFor("order-*", AcquireOptions.waitAtMost(Duration.ofSeconds(3)))
            .withDefaultsFor("once-*", AcquireOptions.waitAtMost(Duration.ZERO)));

    @BeforeEach
    void taken() {
        plain.backend.acquire = attempt -> ScriptedBackend.contended();
        set.backend.acquire = attempt -> ScriptedBackend.contended();
    }

    @AfterEach
    void close() {
        plain.close();
        set.close();
    }

    private static void assertTimesOut(EngineBench bench, int afterSeconds, Callable<?> call) {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        int before = bench.backend.acquired.size();
        Thread caller = new Thread(() -> ended.complete(catchThrowable(call::call)));
        caller.setDaemon(true);
        caller.start();
        // The wait began at a time that stands still, and it ends at the limit without another step of the clock.
        await().until(() -> bench.backend.acquired.size() > before);
        for (int step = 0; step < 2 * afterSeconds; step++) {
            assertThat(ended).isNotDone();
            bench.clock.advance(Duration.ofMillis(500));
        }
        await().until(() -> {
            // Runs a timer that was set when it was due already, and does not move the clock.
            bench.clock.advance(Duration.ZERO);
            return ended.isDone();
        });
        assertThat(ended.join())
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("within " + afterSeconds * 1_000 + " ms");
    }

    @Test
    void is_ten_seconds() {
        assertTimesOut(plain, 10, () -> plain.client.lock("a").acquire());
        assertTimesOut(plain, 10, () -> plain.client.lock("a").acquire(LEASE_ONLY));
        assertTimesOut(plain, 10, () -> plain.client.lock("a").withLock(handle -> "done"));
        assertTimesOut(plain, 10, () -> plain.client.lockAll(List.of("a", "b")).acquire());
    }

    @Test
    void is_the_client_s_for_the_name_or_else_for_all_locks() {
        assertTimesOut(set, 20, () -> set.client.lock("invoice").acquire());
        assertTimesOut(set, 3, () -> set.client.lock("order-7").acquire());
        assertTimesOut(set, 3, () -> set.client.lock("order-7").acquire(LEASE_ONLY));
        assertTimesOut(set, 3, () -> set.client.lock("order-7").withLock(handle -> "done"));
        assertTimesOut(set, 3, () -> {
            set.client.lock("order-7").runWithLock(handle -> {});
            return "done";
        });
        assertTimesOut(
                set, 20, () -> set.client.lockAll(List.of("order-7", "order-8")).acquire());
    }

    @Test
    void is_one_attempt_if_the_client_says_so() {
        assertTimesOut(set, 0, () -> set.client.lock("once-a-day").acquire());
        assertThat(set.backend.acquired).hasSize(1);
    }

    @Test
    void does_not_count_for_a_try_without_options() {
        assertThat(plain.client.lock("a").tryAcquire()).isEmpty();
        assertThat(plain.client.lock("a").runIfFree(handle -> {})).isFalse();
        assertThat(plain.client.lockAll(List.of("a", "b")).tryAcquire()).isEmpty();
        assertThat(plain.backend.acquired).hasSize(3);
        assertThat(set.client.lock("order-7").tryAcquire()).isEmpty();
        assertThat(set.backend.acquired).hasSize(1);
    }
}
