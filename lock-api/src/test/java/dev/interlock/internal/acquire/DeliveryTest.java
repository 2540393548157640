// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import static dev.interlock.internal.client.EngineBench.ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockUnavailableException;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.machine.ClientThreads;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Grants that are on their way to the futures of their callers. */
class DeliveryTest {

    private final EngineBench bench = new EngineBench();
    private final CountDownLatch gate = new CountDownLatch(1);

    @AfterEach
    void close() {
        gate.countDown();
        bench.close();
    }

    /** No grant comes before each future has its dependent: one that is added later blocks the thread of the test. */
    private void block(int dependents) throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(dependents);
        CountDownLatch added = new CountDownLatch(1);
        bench.backend.acquire = attempt -> {
            awaitUninterruptibly(added);
            return bench.backend.grant(attempt);
        };
        for (int i = 0; i < dependents; i++) {
            bench.client.lock("blocks-" + i).acquireAsync(ONCE).thenAccept(handle -> {
                blocked.countDown();
                awaitUninterruptibly(gate);
            });
        }
        added.countDown();
        assertThat(blocked.await(30, TimeUnit.SECONDS))
                .as("all dependents block")
                .isTrue();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<String> released() {
        return bench.backend.released.stream()
                .map(attempt -> attempt.name().value())
                .toList();
    }

    @Test
    void a_few_dependents_that_block_keep_no_grant_from_its_caller() throws Exception {
        block(16);
        LockHandle handle = bench.client.lock("a").acquireAsync(ONCE).get(30, TimeUnit.SECONDS);
        assertThat(handle.state()).isEqualTo(HandleState.HELD);
    }

    @Test
    void a_grant_that_no_thread_delivers_in_time_is_released_and_its_future_fails() throws Exception {
        block(ClientThreads.CALLBACK_THREADS);
        CompletableFuture<LockHandle> late = bench.client.lock("a").acquireAsync(ONCE);
        await().until(() -> bench.kinds("a").contains("Acquired"));
        await().until(() -> {
            bench.clock.advance(Delivery.BOUND);
            return released().contains("a");
        });
        assertThat(late).isNotDone();
        gate.countDown();
        assertThatThrownBy(() -> late.get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("'a' on scripted store was granted and released again");
        assertThat(released()).containsOnlyOnce("a");
    }

    @Test
    void a_future_that_times_out_before_its_grant_is_delivered_gives_it_back() throws Exception {
        block(ClientThreads.CALLBACK_THREADS);
        CompletableFuture<LockHandle> late = bench.client.lock("a").acquireAsync(ONCE);
        await().until(() -> bench.kinds("a").contains("Acquired"));
        late.orTimeout(1, TimeUnit.MILLISECONDS);
        await().until(() -> released().contains("a"));
        assertThat(late).isCompletedExceptionally();
    }

    @Test
    void a_future_that_is_cancelled_before_its_grant_is_delivered_gives_it_back() throws Exception {
        block(ClientThreads.CALLBACK_THREADS);
        CompletableFuture<LockHandle> late = bench.client.lock("a").acquireAsync(ONCE);
        await().until(() -> bench.kinds("a").contains("Acquired"));
        late.cancel(true);
        await().until(() -> released().contains("a"));
    }
}
