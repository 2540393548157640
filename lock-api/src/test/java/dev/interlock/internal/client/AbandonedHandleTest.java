// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockView;
import dev.interlock.LossInterrupt;
import dev.interlock.ReleaseResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handles that become unreachable while they are held. */
class AbandonedHandleTest {

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    private void awaitAbandoned(String name) {
        await().until(() -> {
            System.gc();
            return bench.kinds(name).contains("Abandoned");
        });
    }

    @Test
    void a_handle_that_was_used_is_renewed_no_more_and_ends_with_its_lease() throws Exception {
        assertThat(bench.acquireUnkept("a").state()).isEqualTo(HandleState.HELD);
        awaitAbandoned("a");
        int renewed = bench.backend.renewed.size();
        bench.clock.advance(EngineBench.LEASE);
        await().until(() -> bench.kinds("a").contains("Lost"));
        assertThat(bench.backend.renewed).hasSize(renewed);
    }

    @Test
    void an_interrupt_on_loss_that_is_not_closed_does_not_keep_a_handle() throws Exception {
        LossInterrupt kept = bench.acquireUnkept("a").interruptOnLoss();
        awaitAbandoned("a");
        kept.close();
        assertThat(bench.backend.released).isEmpty();
    }

    @Test
    void the_handle_of_a_cancelled_future_is_released_at_once() throws Exception {
        ThreadGate gate = new ThreadGate();
        bench.backend.thenAcquire(attempt -> {
            gate.pass();
            return bench.backend.grant(attempt);
        });
        assertThatThrownBy(timedOut(gate)::join).hasCauseInstanceOf(TimeoutException.class);
        gate.open();
        awaitAbandoned("a");
        await().until(() -> bench.backend.released.size() == 1);
        assertThat(bench.kinds("a")).containsExactly("Acquired", "Abandoned", "Released");
    }

    /** The derived future times out; the future of the handle does not know of that. */
    private CompletableFuture<String> timedOut(ThreadGate gate) throws InterruptedException {
        CompletableFuture<String> work = bench.client
                .lock("a")
                .acquireAsync(ONCE)
                .thenApply(handle -> "work")
                .orTimeout(1, TimeUnit.MILLISECONDS);
        gate.awaitReached();
        return work;
    }

    @Test
    void a_set_whose_tokens_were_read_counts_as_used() throws Exception {
        assertThat(bench.client
                        .lockAll(List.of("a", "b"))
                        .acquireAsync(ONCE)
                        .get(30, TimeUnit.SECONDS)
                        .fencingTokens())
                .hasSize(2);
        awaitAbandoned("a");
        awaitAbandoned("b");
        assertThat(bench.backend.released).isEmpty();
    }

    @Test
    void a_lock_held_through_a_view_or_with_lock_is_not_abandoned() throws Exception {
        LockView view = bench.client.lock("view").asLock(ONCE);
        view.lock();
        try {
            bench.client.lock("body").withLock(ONCE, handle -> {
                // Another one is collected meanwhile, so that these would have been.
                bench.acquireUnkept("dropped");
                awaitAbandoned("dropped");
                return null;
            });
        } finally {
            view.unlock();
        }
        assertThat(bench.kinds("view")).containsExactly("Acquired", "Released");
        assertThat(bench.kinds("body")).containsExactly("Acquired", "Released");
    }

    @Test
    void a_handle_that_is_still_in_use_is_not_taken_for_abandoned() throws Exception {
        LockHandle kept = bench.acquire("kept");
        bench.acquireUnkept("dropped");
        awaitAbandoned("dropped");
        assertThat(kept.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(bench.kinds("kept")).containsExactly("Acquired", "Released");
    }
}
