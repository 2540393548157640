// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.ONCE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockUnavailableException;
import dev.interlock.Renewal;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The clock rule: what a grant proves counts from before its request was sent. */
class LateGrantTest {

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    private AcquireOutcome late(Attempt attempt) {
        long sent = bench.clock.nanoTime();
        bench.clock.advance(LEASE);
        return bench.backend.grant(attempt, sent, attempt.lease());
    }

    @Test
    void a_try_that_is_granted_too_late_is_unavailable_and_compensated_and_never_was_a_hold() {
        bench.backend.thenAcquire(this::late);
        assertThatThrownBy(() -> bench.acquire("a"))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("took longer than the lease of 30000 ms");
        await().until(() -> !bench.backend.released.isEmpty());
        assertThat(bench.backend.released.get(0)).isEqualTo(bench.backend.acquired.get(0));
        assertThat(bench.kinds("a")).containsExactly("Unavailable");
        await().until(bench.engine.holds.queues::isEmpty);
    }

    @Test
    void a_waiter_that_is_granted_too_late_asks_again_as_another_owner() {
        bench.backend.thenAcquire(this::late);
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        bench.advanceUntil(Duration.ofMillis(100), waiting::isDone);
        assertThat(waiting.join().state()).isEqualTo(HandleState.HELD);
        assertThat(bench.backend.acquired).hasSize(2);
        assertThat(bench.backend.idOf(1)).isNotEqualTo(bench.backend.idOf(0));
        await().until(() -> !bench.backend.released.isEmpty());
        assertThat(bench.backend.released).containsExactly(bench.backend.acquired.get(0));
        assertThat(bench.kinds("a")).containsExactly("Acquired");
    }

    @Test
    void a_machine_that_sleeps_while_the_request_is_under_way_gets_an_uncertain_hold() throws InterruptedException {
        bench.backend.thenAcquire(attempt -> {
            AcquireOutcome granted = bench.backend.grant(attempt);
            bench.clock.sleep(Duration.ofSeconds(5));
            return granted;
        });
        LockHandle handle = bench.client.lock("a").acquire(ONCE.withRenewal(Renewal.NONE));
        assertThat(handle.state()).isEqualTo(HandleState.UNCERTAIN);
        assertThat(bench.kinds("a")).containsExactly("Acquired", "Uncertain");
    }

    @Test
    void the_remaining_time_counts_from_before_the_request_less_a_margin() throws InterruptedException {
        bench.backend.thenAcquire(attempt -> {
            long sent = bench.clock.nanoTime();
            bench.clock.advance(Duration.ofSeconds(20));
            return bench.backend.grant(attempt, sent, attempt.lease());
        });
        LockHandle handle = bench.client.lock("a").acquire(ONCE.withRenewal(Renewal.NONE));
        Duration margin = LEASE.dividedBy(100).plusMillis(2);
        assertThat(handle.remaining()).isEqualTo(LEASE.minusSeconds(20).minus(margin));
    }

    @Test
    void a_lease_that_the_store_caps_is_believed_only_that_far() throws InterruptedException {
        bench.backend.thenAcquire(
                attempt -> bench.backend.grant(attempt, bench.clock.nanoTime(), Duration.ofSeconds(4)));
        LockHandle handle = bench.acquire("a");
        assertThat(handle.remaining()).isEqualTo(Duration.ofMillis(4_000 - 40 - 2));
    }
}
