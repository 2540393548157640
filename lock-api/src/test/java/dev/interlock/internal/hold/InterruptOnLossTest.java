// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.LossInterrupt;
import dev.interlock.MultiLockHandle;
import dev.interlock.internal.client.ThreadGate;
import dev.interlock.memory.ManualClock;
import dev.interlock.memory.MemoryStore;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The interrupt of the thread that works under a lock, when the lock is lost. This thread is the one that works. */
@SuppressWarnings("try")
class InterruptOnLossTest {

    private static final LockLost LOSS = new LockLost("a", 1, LossCause.NOT_OWNER, "delivered by the test");

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore();
    private final LockClient client = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock));

    @AfterEach
    void close() {
        // A test that failed leaves no flag to the next one.
        Thread.interrupted();
        client.close();
    }

    private LockHandle held() {
        return client.lock("a").tryAcquire().orElseThrow();
    }

    private static boolean isInterrupted() {
        return Thread.currentThread().isInterrupted();
    }

    /** Loses a lock once this thread is blocked. */
    private CompletableFuture<Void> loseWhenBlocked(String name) {
        Thread blocked = Thread.currentThread();
        return CompletableFuture.runAsync(() -> {
            await().until(() -> blocked.getState() == Thread.State.TIMED_WAITING);
            store.lose(name);
        });
    }

    private static void block() throws InterruptedException {
        assertThat(new CountDownLatch(1).await(30, TimeUnit.SECONDS))
                .as("interrupted within 30 s")
                .isTrue();
    }

    private static void awaitOwnInterrupt() {
        long start = System.nanoTime();
        while (!isInterrupted()) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(30));
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        }
    }

    /** Has a loss delivered on another thread, as one that was on its way. */
    private static void deliver(LossInterrupt interrupt) {
        CompletableFuture.runAsync(() -> ((CallerInterrupt) interrupt).accept(LOSS))
                .join();
    }

    @Test
    void a_blocked_thread_is_interrupted_once_and_knows_why() {
        LockHandle handle = held();
        CompletableFuture<Void> lost = loseWhenBlocked("a");
        assertThatThrownBy(() -> {
                    try (LossInterrupt interrupt = handle.interruptOnLoss()) {
                        try {
                            block();
                        } finally {
                            deliver(interrupt);
                            assertThat(isInterrupted()).isFalse();
                        }
                    }
                })
                .isInstanceOf(InterruptedException.class);
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        lost.join();
    }

    @Test
    void the_loss_of_one_lock_of_a_set_interrupts_once() {
        MultiLockHandle handle = client.lockAll(List.of("a", "b")).tryAcquire().orElseThrow();
        CompletableFuture<Void> lost = loseWhenBlocked("b");
        assertThatThrownBy(() -> {
                    try (LossInterrupt interrupt = handle.interruptOnLoss()) {
                        try {
                            block();
                        } finally {
                            deliver(interrupt);
                            assertThat(isInterrupted()).isFalse();
                        }
                    }
                })
                .isInstanceOf(InterruptedException.class);
        lost.join();
    }

    @Test
    void a_loss_before_the_call_interrupts_before_it_returns() throws InterruptedException {
        LockHandle taken = held();
        store.lose("a");
        try (LossInterrupt interrupt = taken.interruptOnLoss()) {
            assertThat(isInterrupted()).isTrue();
        }
        LockHandle capped = client.lock("b").acquire(AcquireOptions.inherited().withMaxHold(Duration.ofSeconds(2)));
        clock.advance(Duration.ofSeconds(2));
        try (LossInterrupt interrupt = capped.interruptOnLoss()) {
            assertThat(isInterrupted()).isTrue();
        }
        MultiLockHandle set = client.lockAll(List.of("c", "d")).tryAcquire().orElseThrow();
        store.lose("d");
        try (LossInterrupt interrupt = set.interruptOnLoss()) {
            assertThat(isInterrupted()).isTrue();
        }
        assertThat(isInterrupted()).isFalse();
    }

    @Test
    void an_interrupt_that_the_work_did_not_consume_ends_with_the_close() {
        LockHandle handle = held();
        try (LossInterrupt interrupt = handle.interruptOnLoss()) {
            store.lose("a");
            awaitOwnInterrupt();
        }
        assertThat(isInterrupted()).isFalse();
    }

    @Test
    void after_the_close_or_a_release_no_loss_interrupts() {
        LockHandle lost = held();
        LossInterrupt closed = lost.interruptOnLoss();
        closed.close();
        store.lose("a");
        deliver(closed);
        assertThat(isInterrupted()).isFalse();
        LockHandle released = client.lock("b").tryAcquire().orElseThrow();
        released.release();
        try (LossInterrupt interrupt = released.interruptOnLoss()) {
            assertThat(isInterrupted()).isFalse();
        }
    }

    @Test
    void an_earlier_interrupt_by_other_code_stays() {
        LockHandle handle = held();
        store.lose("a");
        Thread.currentThread().interrupt();
        handle.interruptOnLoss().close();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_later_interrupt_by_other_code_stays_if_no_lock_was_lost_or_this_is_closed_again() {
        LockHandle handle = held();
        LossInterrupt unused = handle.interruptOnLoss();
        Thread.currentThread().interrupt();
        unused.close();
        assertThat(Thread.interrupted()).isTrue();
        LossInterrupt used = handle.interruptOnLoss();
        store.lose("a");
        awaitOwnInterrupt();
        used.close();
        Thread.currentThread().interrupt();
        used.close();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_close_by_another_thread_ends_it_and_leaves_the_flag_to_its_thread() {
        LockHandle handle = held();
        LossInterrupt early = handle.interruptOnLoss();
        CompletableFuture.runAsync(early::close).join();
        deliver(early);
        assertThat(isInterrupted()).isFalse();
        LossInterrupt late = handle.interruptOnLoss();
        store.lose("a");
        awaitOwnInterrupt();
        CompletableFuture.runAsync(late::close).join();
        assertThat(isInterrupted()).isTrue();
        late.close();
        assertThat(isInterrupted()).isFalse();
    }

    @Test
    void a_close_waits_for_an_interrupt_that_is_on_its_way() throws InterruptedException {
        LockHandle handle = held();
        ThreadGate beforeTheFlag = new ThreadGate();
        CompletableFuture<LossInterrupt> registered = new CompletableFuture<>();
        CompletableFuture<Void> mayClose = new CompletableFuture<>();
        CompletableFuture<Void> delivered = new CompletableFuture<>();
        CompletableFuture<Boolean> leaked = new CompletableFuture<>();
        Thread worker =
                new Thread(() -> {
                    LossInterrupt interrupt = handle.interruptOnLoss();
                    registered.complete(interrupt);
                    while (!mayClose.isDone()) {
                        // Not parked, so that the first park is that of the close.
                        Thread.onSpinWait();
                    }
                    interrupt.close();
                    delivered.join();
                    leaked.complete(isInterrupted());
                }) {
                    @Override
                    public void interrupt() {
                        beforeTheFlag.pass();
                        super.interrupt();
                    }
                };
        worker.start();
        LossInterrupt interrupt = registered.join();
        CompletableFuture.runAsync(() -> {
            deliver(interrupt);
            delivered.complete(null);
        });
        beforeTheFlag.awaitReached();
        mayClose.complete(null);
        await().until(() -> LockSupport.getBlocker(worker) != null);
        beforeTheFlag.open();
        assertThat(leaked.join()).isFalse();
    }

    @Test
    void a_close_in_the_moment_of_a_loss_in_the_store_leaves_no_interrupt_behind() {
        int leaked = 0;
        for (int next = 0; next < 500; next++) {
            String name = "a" + next;
            LockHandle handle = client.lock(name).tryAcquire().orElseThrow();
            CompletableFuture<LockLost> reported = new CompletableFuture<>();
            CompletableFuture<Void> lost;
            try (LossInterrupt interrupt = handle.interruptOnLoss()) {
                handle.onLost(reported::complete, Runnable::run);
                lost = CompletableFuture.runAsync(() -> store.lose(name));
            }
            CompletableFuture.allOf(lost, reported).join();
            leaked += Thread.interrupted() ? 1 : 0;
        }
        assertThat(leaked).isZero();
    }

    @Test
    void a_long_hold_does_not_keep_those_that_are_closed() {
        LockHandle handle = held();
        WeakReference<LossInterrupt> closed = closed(handle);
        await().until(() -> {
            System.gc();
            return closed.get() == null;
        });
        assertThat(handle.state()).isEqualTo(HandleState.HELD);
    }

    private static WeakReference<LossInterrupt> closed(LockHandle handle) {
        LossInterrupt interrupt = handle.interruptOnLoss();
        interrupt.close();
        return new WeakReference<>(interrupt);
    }
}
