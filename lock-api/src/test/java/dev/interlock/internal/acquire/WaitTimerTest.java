// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.AcquireOptions;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.machine.Machine;
import dev.interlock.internal.machine.TimerQueue;
import dev.interlock.memory.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When time alone wakes a waiter. */
class WaitTimerTest {

    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final Duration STEP = Duration.ofMillis(1);

    private final ManualClock clock = new ManualClock();
    private final TimerQueue timers = new TimerQueue(Machine.under(clock));
    private final WaitTimer wait = new WaitTimer(clock, timers, WAIT.toNanos());
    private int woken;

    private void wake() {
        woken++;
    }

    private void assertWokenOnceAfter(Duration time) {
        clock.advance(time.minus(STEP));
        assertThat(woken).as("a millisecond before %s", time).isZero();
        clock.advance(STEP);
        assertThat(woken).as("after %s", time).isEqualTo(1);
        clock.advance(WAIT);
        assertThat(woken).isEqualTo(1);
    }

    @Test
    void a_rest_ends_with_its_time() {
        wait.rest(Duration.ofSeconds(4).toNanos(), this::wake);
        assertThat(wait.hasRested()).isFalse();
        assertWokenOnceAfter(Duration.ofSeconds(4));
        assertThat(wait.hasRested()).isTrue();
    }

    @Test
    void a_rest_that_is_longer_than_the_wait_ends_with_the_wait() {
        clock.advance(Duration.ofSeconds(3));
        wait.rest(Duration.ofSeconds(100).toNanos(), this::wake);
        assertWokenOnceAfter(Duration.ofSeconds(7));
        assertThat(wait.hasRested()).isFalse();
    }

    @Test
    void a_waiter_that_was_woken_early_rests_until_the_same_time() {
        wait.rest(Duration.ofSeconds(4).toNanos(), this::wake);
        clock.advance(Duration.ofSeconds(1));
        wait.wakeAfterRest(this::wake);
        assertWokenOnceAfter(Duration.ofSeconds(3));
    }

    @Test
    void a_wait_without_a_rest_ends_at_its_limit() {
        wait.wakeAtLimit(this::wake);
        clock.advance(WAIT.minus(STEP));
        assertThat(wait.isOver()).isFalse();
        assertThat(woken).isZero();
        clock.advance(STEP);
        assertThat(wait.isOver()).isTrue();
        assertThat(woken).isEqualTo(1);
        assertThat(wait.waited()).isEqualTo(WAIT);
    }

    @Test
    void a_wait_without_a_limit_rests_for_as_long_as_the_store_asks() {
        WaitTimer forEver = new WaitTimer(clock, timers, EffectiveOptions.NO_LIMIT);
        forEver.rest(Duration.ofDays(365).toNanos(), this::wake);
        clock.advance(Duration.ofDays(365).minus(STEP));
        assertThat(woken).isZero();
        clock.advance(STEP);
        assertThat(woken).isEqualTo(1);
        assertThat(forEver.isOver()).isFalse();
        forEver.wakeAtLimit(this::wake);
        clock.advance(Duration.ofDays(365));
        assertThat(woken).isEqualTo(1);
        forEver.stop();
        assertThat(timers.isEmpty()).isTrue();
    }

    @Test
    void a_waiter_that_has_left_is_not_woken() {
        wait.rest(Duration.ofSeconds(4).toNanos(), this::wake);
        wait.stop();
        clock.advance(WAIT);
        assertThat(woken).isZero();
        assertThat(timers.isEmpty()).isTrue();
    }

    @Test
    void a_rest_that_a_store_asks_for_is_kept_within_bounds() {
        assertThat(WaitTimer.restNanos(Duration.ZERO)).isEqualTo(1_000_000);
        assertThat(WaitTimer.restNanos(Duration.ofNanos(999_999))).isEqualTo(1_000_000);
        assertThat(WaitTimer.restNanos(Duration.ofSeconds(3))).isEqualTo(3_000_000_000L);
        assertThat(WaitTimer.restNanos(Duration.ofSeconds(Long.MAX_VALUE)))
                .isEqualTo(AcquireOptions.MAX_LEASE.toNanos());
    }
}
