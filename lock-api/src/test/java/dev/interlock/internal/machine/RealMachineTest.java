// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClock;
import dev.interlock.memory.ManualClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
}
