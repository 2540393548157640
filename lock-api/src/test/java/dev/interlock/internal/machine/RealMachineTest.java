// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClock;
import dev.interlock.memory.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** This machine: what it takes from the clock that a client was given, and what it has itself. */
class RealMachineTest {

    private final ManualClock clock = new ManualClock();
    private final RealMachine machine = new RealMachine(clock);

    @Test
    void timers_are_those_of_the_clock_that_was_given_and_can_be_cancelled() {
        AtomicInteger fired = new AtomicInteger();
        machine.schedule(1_000, fired::incrementAndGet);
        LockClock.Timer cancelled = machine.schedule(1_000, fired::incrementAndGet);
        cancelled.cancel();
        clock.advance(Duration.ofNanos(1_000));
        assertThat(fired).hasValue(1);
    }

    @Test
    void a_wait_for_a_latch_says_whether_it_was_counted_down() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        assertThat(machine.await(latch, 1)).isFalse();
        latch.countDown();
        assertThat(machine.await(latch, TimeUnit.MINUTES.toNanos(1))).isTrue();
    }

    @Test
    void its_uptime_is_not_that_of_the_clock_that_was_given() {
        long before = SystemClock.SHARED.nanoTime();
        clock.advance(Duration.ofDays(1));
        assertThat(machine.uptimeNanos()).isBetween(before, SystemClock.SHARED.nanoTime());
    }

    @Test
    void threads_of_its_pools_end_when_they_are_idle_and_keep_no_program_from_ending() {
        ThreadPoolExecutor pool = machine.pool("idle", 3, new LinkedBlockingQueue<>(), (task, refused) -> {});
        assertThat(pool.allowsCoreThreadTimeOut()).isTrue();
        assertThat(pool.getKeepAliveTime(TimeUnit.SECONDS)).isEqualTo(10);
        assertThat(pool.getMaximumPoolSize()).isEqualTo(3);
        assertThat(pool.getThreadFactory().newThread(() -> {}).isDaemon()).isTrue();
    }

    @Test
    void a_wait_on_a_thread_of_the_common_pool_runs_no_other_task_of_the_pool() throws Exception {
        CompletableFuture<String> awaited = new CompletableFuture<>();
        List<Thread> others = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Thread> waiter = CompletableFuture.supplyAsync(() -> {
            CompletableFuture<?>[] tasks = IntStream.range(0, 500)
                    .mapToObj(i -> CompletableFuture.runAsync(() -> others.add(Thread.currentThread())))
                    .toArray(CompletableFuture[]::new);
            // A pool of one thread runs them only after this task.
            CompletableFuture.allOf(tasks)
                    .orTimeout(1, TimeUnit.SECONDS)
                    .whenComplete((nothing, failure) -> awaited.complete("done"));
            machine.join(awaited);
            assertThat(others).doesNotContain(Thread.currentThread());
            return Thread.currentThread();
        });
        assertThat(waiter.get(30, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void an_interrupt_does_not_end_a_wait_and_stays_in_the_flag() throws Exception {
        CompletableFuture<String> awaited = new CompletableFuture<>();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            machine.join(awaited);
            flag.complete(Thread.interrupted());
        });
        waiter.start();
        waiter.interrupt();
        await().until(() -> waiter.getState() == Thread.State.WAITING && !waiter.isInterrupted());
        assertThat(flag).isNotDone();
        awaited.complete("done");
        assertThat(flag.get(30, TimeUnit.SECONDS)).isTrue();
    }
}
