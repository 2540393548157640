// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The clock that only a test moves. */
class ManualClockTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final ManualClock clock = new ManualClock();
    private final List<String> rung = new ArrayList<>();

    @Test
    void it_stands_still_until_it_is_moved_and_then_both_readings_move() {
        long nanos = clock.nanoTime();
        long wall = clock.wallMillis();
        assertThat(clock.nanoTime()).isEqualTo(nanos);
        clock.advance(Duration.ofMillis(5));
        assertThat(clock.nanoTime() - nanos).isEqualTo(5_000_000);
        assertThat(clock.wallMillis() - wall).isEqualTo(5);
    }

    @Test
    void timers_ring_in_order_each_at_its_own_time() {
        long start = clock.nanoTime();
        clock.schedule(2 * SECOND, () -> rung.add("b at " + (clock.nanoTime() - start) / SECOND));
        clock.schedule(SECOND, () -> rung.add("a at " + (clock.nanoTime() - start) / SECOND));
        clock.schedule(2 * SECOND, () -> rung.add("c at " + (clock.nanoTime() - start) / SECOND));
        clock.advance(Duration.ofSeconds(3));
        assertThat(rung).containsExactly("a at 1", "b at 2", "c at 2");
        assertThat(clock.nanoTime() - start).isEqualTo(3 * SECOND);
    }

    @Test
    void a_timer_set_by_a_timer_rings_within_the_same_move() {
        clock.schedule(SECOND, () -> clock.schedule(SECOND, () -> rung.add("second")));
        clock.advance(Duration.ofSeconds(2));
        assertThat(rung).containsExactly("second");
    }

    @Test
    void a_cancelled_timer_does_not_ring_and_an_overdue_one_rings_at_the_next_move() {
        LockClock.Timer timer = clock.schedule(SECOND, () -> rung.add("cancelled"));
        clock.schedule(-SECOND, () -> rung.add("overdue"));
        timer.cancel();
        timer.cancel();
        assertThat(rung).isEmpty();
        clock.advance(Duration.ZERO);
        assertThat(rung).containsExactly("overdue");
        clock.advance(Duration.ofSeconds(1));
        assertThat(rung).containsExactly("overdue");
    }

    @Test
    void a_sleep_moves_only_the_wall_clock() {
        long nanos = clock.nanoTime();
        long wall = clock.wallMillis();
        clock.schedule(SECOND, () -> rung.add("rung"));
        clock.sleep(Duration.ofSeconds(5));
        assertThat(clock.nanoTime()).isEqualTo(nanos);
        assertThat(clock.wallMillis() - wall).isEqualTo(5_000);
        assertThat(rung).isEmpty();
    }
}
