// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ScheduleTest {

    private final Carrier.Crew crew = new Carrier.Crew();
    private final Schedule schedule = new Schedule(Order.uniform(new Chance(1), 0), crew);

    @Test
    void simulated_time_passes_while_no_thread_can_run() throws InterruptedException {
        assertThat(schedule.run(() -> schedule.rest(Duration.ofHours(1).toNanos()), Duration.ofMinutes(4)))
                .isNull();
        assertThat(schedule.now()).isGreaterThanOrEqualTo(Duration.ofHours(1).toNanos());
        crew.close();
    }

    @Test
    void a_thread_that_waits_for_something_real_is_reported_with_its_place() {
        CountDownLatch real = new CountDownLatch(1);
        try {
            assertThatThrownBy(() -> schedule.run(() -> awaitUninterruptibly(real), Duration.ofMillis(200)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("stands still for PT0.2S")
                    .hasMessageContaining("director")
                    .hasMessageContaining("awaitUninterruptibly");
        } finally {
            real.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
