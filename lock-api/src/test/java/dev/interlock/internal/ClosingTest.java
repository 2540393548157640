// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import static dev.interlock.internal.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockUnavailableException;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.ReleaseOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The end of a client. */
class ClosingTest {

    private static final int ROUNDS = 50;

    private final EngineBench bench = new EngineBench();

    @Test
    void every_wait_that_begins_while_the_client_closes_comes_to_an_end() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            LockClient client = LockClient.using(new MemoryStore().backend(), ClientOptions.STANDARD);
            assertThat(client.lock("a").tryAcquire()).isPresent();
            List<CompletableFuture<LockHandle>> waits = new ArrayList<>();
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Void> waiter = CompletableFuture.runAsync(() -> {
                try {
                    while (waits.size() < 1_000) {
                        waits.add(client.lock("a").acquireAsync(WAITING));
                        begun.countDown();
                    }
                } catch (IllegalStateException closed) {
                    // What the loop is waiting for.
                }
            });
            begun.await();
            client.close();
            waiter.join();
            for (CompletableFuture<LockHandle> wait : waits) {
                assertThatThrownBy(() -> wait.get(5, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(LockUnavailableException.class);
            }
        }
    }

    @Test
    void an_interrupted_thread_that_closes_the_client_still_gives_the_locks_back() throws Exception {
        LockHandle handle = bench.acquire("a");
        ThreadGate gate = new ThreadGate();
        bench.backend.release = attempt -> {
            gate.pass();
            return bench.backend.closed ? ScriptedBackend.releaseNotAnswered() : new ReleaseOutcome.Released();
        };
        CompletableFuture<Boolean> closing = CompletableFuture.supplyAsync(() -> {
            Thread.currentThread().interrupt();
            bench.close();
            return Thread.interrupted();
        });
        gate.awaitReached();
        assertThat(handle.state()).isEqualTo(HandleState.UNCERTAIN);
        assertThatThrownBy(() -> closing.get(200, TimeUnit.MILLISECONDS))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);
        gate.open();
        assertThat(closing.get(10, TimeUnit.SECONDS)).as("interrupted").isTrue();
        assertThat(handle.state()).isEqualTo(HandleState.RELEASED);
        assertThat(bench.backend.closed).isTrue();
    }

    @Test
    void an_interrupt_does_not_reach_the_store_through_a_release() throws Exception {
        LockHandle handle = bench.acquire("a");
        bench.backend.release = attempt -> Thread.currentThread().isInterrupted()
                ? ScriptedBackend.releaseNotAnswered()
                : new ReleaseOutcome.Released();
        Thread.currentThread().interrupt();
        ReleaseResult result = handle.release();
        assertThat(Thread.interrupted()).as("interrupted").isTrue();
        assertThat(result).isEqualTo(ReleaseResult.RELEASED);
        bench.close();
    }

    @Test
    void an_interrupt_does_not_reach_the_store_through_a_try_that_ignores_interrupts() {
        bench.backend.acquire = attempt ->
                Thread.currentThread().isInterrupted() ? ScriptedBackend.noAnswer() : bench.backend.grant(attempt);
        Thread.currentThread().interrupt();
        assertThat(bench.client.lock("a").tryAcquire()).isPresent();
        assertThat(Thread.interrupted()).as("interrupted").isTrue();
        bench.close();
    }

    @Test
    void what_the_store_does_not_confirm_is_lost_at_close_and_told() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        CompletableFuture<LossCause> told = new CompletableFuture<>();
        handle.onLost(loss -> told.complete(loss.cause()), Runnable::run);
        bench.backend.release = attempt -> ScriptedBackend.releaseNotAnswered();
        bench.close();
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThat(told.join()).isEqualTo(LossCause.CLIENT_CLOSED);
        assertThat(handle.release()).isEqualTo(ReleaseResult.UNKNOWN);
    }

    @Test
    void a_grant_that_arrives_during_the_close_is_released() throws InterruptedException {
        ThreadGate gate = new ThreadGate();
        bench.backend.thenAcquire(attempt -> {
            gate.pass();
            return bench.backend.grant(attempt);
        });
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        gate.awaitReached();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(bench::close);
        await().until(bench.engine::isClosed);
        gate.open();
        closing.join();
        assertThatThrownBy(waiting::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(LockUnavailableException.class);
        assertThat(bench.backend.released).containsExactly(bench.backend.acquired.get(0));
        assertThat(bench.backend.closed).isTrue();
    }

    @Test
    void a_closed_client_says_so_and_closes_twice() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.close();
        bench.close();
        assertThat(handle.state()).isEqualTo(HandleState.RELEASED);
        assertThat(bench.backend.released).hasSize(1);
        assertThatThrownBy(() -> bench.client.lock("a").tryAcquire())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this lock client for scripted store is closed");
        assertThatThrownBy(() -> bench.client.inspect("a")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> bench.client.addListener(event -> {})).isInstanceOf(IllegalStateException.class);
    }
}
