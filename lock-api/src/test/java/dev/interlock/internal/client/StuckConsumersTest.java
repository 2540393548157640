// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.internal.machine.LossThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Losses of a client whose consumers are stuck. */
class StuckConsumersTest {

    private static final Duration TICK = Duration.ofMillis(100);

    private final EngineBench bench = new EngineBench();
    private final ThreadGate gate = new ThreadGate();
    private final AtomicInteger stuck = new AtomicInteger();

    @AfterEach
    void close() {
        gate.open();
        bench.close();
    }

    private void block(LockLost loss) {
        stuck.incrementAndGet();
        gate.pass();
    }

    private void lose(int acquisition) {
        bench.backend.context.reportLost(bench.backend.idOf(acquisition), "session ended");
    }

    @Test
    void one_more_loss_is_reported_however_many_consumers_are_stuck_before_it() throws InterruptedException {
        int many = LossThreads.FEW + 10;
        LockHandle first = bench.acquire("a");
        for (int i = 0; i < many; i++) {
            first.onLost(this::block, Runnable::run);
        }
        lose(0);
        await().until(() -> stuck.get() == LossThreads.FEW);
        LockHandle second = bench.acquire("b");
        List<LockLost> reported = new CopyOnWriteArrayList<>();
        ExecutorService own = Executors.newSingleThreadExecutor();
        second.onLost(reported::add, own);
        second.onLost(reported::add, Runnable::run);
        lose(1);
        bench.clock.advance(TICK);
        await().until(() -> reported.size() == 2);
        await().until(() -> stuck.get() == many);
        own.shutdown();
    }

    @Test
    void consumers_that_come_to_an_end_make_no_more_threads() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        AtomicInteger reported = new AtomicInteger();
        for (int i = 0; i < 1_000; i++) {
            handle.onLost(loss -> reported.incrementAndGet(), Runnable::run);
        }
        lose(0);
        await().until(() -> reported.get() == 1_000);
        bench.clock.advance(TICK);
        assertThat(bench.engine.threads.losses.size()).isEqualTo(LossThreads.FEW);
    }

    @Test
    void a_consumer_whose_executor_is_full_is_still_notified_and_once() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        List<LockLost> reported = new CopyOnWriteArrayList<>();
        handle.onLost(reported::add, task -> {
            throw new RejectedExecutionException("full");
        });
        handle.onLost(reported::add, task -> {
            task.run();
            throw new RejectedExecutionException("full, and run by its caller");
        });
        lose(0);
        await().until(() -> reported.size() == 2);
        bench.close();
        assertThat(reported).hasSize(2);
    }
}
