// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockLostException;
import dev.interlock.LockView;
import dev.interlock.LossCause;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the holders learn whose client closes (CLOSE-2). */
class ClosingHoldersTest {

    private final EngineBench bench = new EngineBench();
    private final Queue<LockLost> losses = new ConcurrentLinkedQueue<>();

    @Test
    void a_hold_that_the_close_ends_is_lost_before_its_release_is_sent() throws Exception {
        LockHandle handle = bench.acquire("a");
        CompletableFuture<LossCause> notified = new CompletableFuture<>();
        handle.onLost(loss -> notified.complete(loss.cause()), Runnable::run);
        CompletableFuture<HandleState> seen = new CompletableFuture<>();
        bench.backend.release = attempt -> {
            // A release that waits for the consumer shows that the holder was notified before the store was asked.
            notified.orTimeout(30, TimeUnit.SECONDS).join();
            seen.complete(handle.state());
            return new ReleaseOutcome.Released();
        };
        bench.close();
        assertThat(seen).isCompletedWithValue(HandleState.LOST);
        assertThat(notified).isCompletedWithValue(LossCause.CLIENT_CLOSED);
        assertThat(handle.release()).isEqualTo(ReleaseResult.NOT_HELD);
        assertThat(bench.backend.released).hasSize(1);
        await().until(() -> bench.events.stream()
                .anyMatch(event -> event.getClass().getSimpleName().equals("Lost")));
        assertThat(bench.events)
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Acquired", "Lost");
    }

    @Test
    void work_under_a_lock_whose_client_closes_ends_with_an_exception() {
        assertThatThrownBy(() -> bench.client.lock("a").withLock(ONCE, handle -> {
                    bench.close();
                    return "done";
                }))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("'a' on scripted store was lost before the work under it ended");
    }

    @Test
    void the_unlock_of_a_view_whose_client_closed_throws() {
        LockView view = bench.client.lock("a").asLock(ONCE);
        view.lock();
        bench.close();
        assertThatThrownBy(view::unlock).isInstanceOf(LockLostException.class);
    }

    @Test
    void a_set_is_lost_as_a_whole_and_its_holder_notified_once() throws Exception {
        MultiLockHandle handle = bench.client.lockAll(List.of("a", "b", "c")).acquire(ONCE);
        handle.onLost(losses::add, Runnable::run);
        bench.close();
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThat(handle.release()).isEqualTo(ReleaseResult.NOT_HELD);
        await().until(() -> !losses.isEmpty());
        assertThat(losses).extracting(LockLost::cause).containsExactly(LossCause.CLIENT_CLOSED);
        await().until(() -> bench.events.stream()
                        .filter(event -> event.getClass().getSimpleName().equals("Lost"))
                        .count()
                == 3);
        assertThat(bench.backend.released).hasSize(3);
    }

    @Test
    void a_release_that_the_holder_began_before_the_close_keeps_its_result() throws Exception {
        LockHandle handle = bench.acquire("a");
        handle.onLost(losses::add, Runnable::run);
        ThreadGate gate = new ThreadGate();
        bench.backend.thenRelease(attempt -> {
            gate.pass();
            return new ReleaseOutcome.Released();
        });
        CompletableFuture<ReleaseResult> released = CompletableFuture.supplyAsync(handle::release);
        gate.awaitReached();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(bench::close);
        await().until(bench.engine.acquisitions::isClosed);
        gate.open();
        assertThat(released.get(30, TimeUnit.SECONDS)).isEqualTo(ReleaseResult.RELEASED);
        closing.get(30, TimeUnit.SECONDS);
        assertThat(handle.state()).isEqualTo(HandleState.RELEASED);
        assertThat(losses).isEmpty();
    }

    @Test
    void holders_that_release_within_the_grace_have_released() throws Exception {
        EngineBench graceful = withGrace();
        LockHandle handle = graceful.acquire("a");
        handle.onLost(losses::add, Runnable::run);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(graceful::close);
        await().until(graceful.engine.acquisitions::isClosed);
        assertThatThrownBy(() -> graceful.client.lock("b").tryAcquire()).isInstanceOf(LockClientClosedException.class);
        // Past several leases: what is held is renewed meanwhile.
        for (int i = 0; i < 10; i++) {
            int renewals = graceful.backend.renewed.size();
            graceful.advanceUntil(EngineBench.LEASE.dividedBy(6), () -> graceful.backend.renewed.size() > renewals);
        }
        assertThat(handle.state()).isEqualTo(HandleState.HELD);
        assertThat(closing).isNotDone();
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        closing.get(30, TimeUnit.SECONDS);
        assertThat(losses).isEmpty();
        assertThat(graceful.backend.closed).isTrue();
    }

    @Test
    void locks_still_held_when_the_grace_is_over_are_lost() throws Exception {
        EngineBench graceful = new EngineBench(ClientOptions.STANDARD.withCloseGrace(Duration.ofMillis(50)));
        LockHandle handle = graceful.acquire("a");
        handle.onLost(losses::add, Runnable::run);
        long began = System.nanoTime();
        graceful.close();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
        await().until(() -> !losses.isEmpty());
        assertThat(losses).extracting(LockLost::cause).containsExactly(LossCause.CLIENT_CLOSED);
        assertThat(losses.element().detail()).contains("the grace of 50 ms is over");
        assertThat(graceful.backend.released).hasSize(1);
    }

    @Test
    void waiters_end_before_the_grace() throws Exception {
        EngineBench graceful = withGrace();
        LockHandle handle = graceful.acquire("a");
        CompletableFuture<LockHandle> waiter = graceful.client.lock("a").acquireAsync(EngineBench.WAITING);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(graceful::close);
        assertThatThrownBy(() -> waiter.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(LockClientClosedException.class);
        assertThat(handle.state()).isEqualTo(HandleState.HELD);
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        closing.get(30, TimeUnit.SECONDS);
        assertThat(graceful.backend.released)
                .as("released at the store, not handed off")
                .hasSize(1);
    }

    @Test
    void an_interrupt_of_the_closing_thread_ends_the_grace_and_nothing_else() throws Exception {
        EngineBench graceful = withGrace();
        LockHandle handle = graceful.acquire("a");
        CompletableFuture<Boolean> closed = new CompletableFuture<>();
        Thread closing = new Thread(() -> {
            graceful.close();
            closed.complete(Thread.interrupted());
        });
        closing.start();
        await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        closing.interrupt();
        assertThat(closed.get(30, TimeUnit.SECONDS)).as("interrupted").isTrue();
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThat(graceful.backend.released).hasSize(1);
        assertThat(graceful.engine.acquisitions.isClosed()).isTrue();
    }

    private static EngineBench withGrace() {
        return new EngineBench(
                ClientOptions.STANDARD.withCloseTimeout(Duration.ofMinutes(10)).withCloseGrace(Duration.ofMinutes(5)));
    }
}
