// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClock;
import dev.interlock.memory.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** What a client has to do later. */
class TimerQueueTest {

    private final ManualClock clock = new ManualClock();
    private final TimerQueue timers = new TimerQueue(Machine.under(clock));
    private final List<String> done = new ArrayList<>();

    private TimerQueue.Entry in(int seconds, String what) {
        return timers.at(clock.nanoTime() + Duration.ofSeconds(seconds).toNanos(), () -> done.add(what));
    }

    private void advance(int seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    @Test
    void entries_are_done_in_the_order_of_their_times_and_then_of_their_making() {
        in(3, "third");
        in(1, "first");
        in(2, "second");
        in(3, "fourth");
        advance(1);
        assertThat(done).containsExactly("first");
        advance(2);
        assertThat(done).containsExactly("first", "second", "third", "fourth");
        assertThat(timers.isEmpty()).isTrue();
    }

    @Test
    void an_earlier_entry_is_not_kept_waiting_by_a_later_timer() {
        in(100, "late");
        in(1, "early");
        advance(1);
        assertThat(done).containsExactly("early");
        advance(99);
        assertThat(done).containsExactly("early", "late");
    }

    @Test
    void a_cancelled_entry_is_not_done_and_does_not_lose_the_others() {
        TimerQueue.Entry cancelled = in(1, "cancelled");
        in(2, "kept");
        timers.cancel(cancelled);
        timers.cancel(cancelled);
        timers.cancel(null);
        advance(2);
        assertThat(done).containsExactly("kept");
    }

    @Test
    void an_entry_whose_time_has_passed_is_done_at_the_next_move_of_the_clock() {
        in(-5, "overdue");
        advance(0);
        assertThat(done).containsExactly("overdue");
    }

    @Test
    void a_task_that_fails_does_not_keep_the_others_from_their_time() {
        timers.at(clock.nanoTime() + 1, () -> {
            throw new IllegalStateException("task failed");
        });
        timers.at(clock.nanoTime() + 1, () -> {
            throw new NoClassDefFoundError("Task");
        });
        in(1, "same time");
        in(2, "next time");
        advance(1);
        assertThat(done).containsExactly("same time");
        advance(1);
        assertThat(done).containsExactly("same time", "next time");
    }

    @Test
    void a_task_may_add_and_cancel_entries() {
        TimerQueue.Entry victim = in(2, "victim");
        timers.at(clock.nanoTime() + 1, () -> {
            timers.cancel(victim);
            in(1, "added");
            in(0, "at once");
        });
        advance(3);
        assertThat(done).containsExactly("at once", "added");
    }

    @Test
    void a_clock_that_fails_once_to_set_the_timer_is_asked_again() {
        FailingClock failing = new FailingClock();
        TimerQueue careful = new TimerQueue(Machine.under(failing));
        failing.fails = true;
        careful.at(clock.nanoTime() + 1, () -> done.add("first"));
        failing.fails = false;
        careful.at(clock.nanoTime() + 2, () -> done.add("second"));
        advance(1);
        assertThat(done).containsExactly("first", "second");
    }

    @Test
    void times_may_wrap_around() {
        WrappingClock wrapping = new WrappingClock();
        TimerQueue wrapped = new TimerQueue(Machine.under(wrapping));
        wrapped.at(wrapping.nanoTime() + Duration.ofSeconds(2).toNanos(), () -> done.add("after the wrap"));
        wrapped.at(wrapping.nanoTime() + 1, () -> done.add("before the wrap"));
        advance(1);
        assertThat(done).containsExactly("before the wrap");
        assertThat(wrapping.nanoTime()).isNegative();
        advance(1);
        assertThat(done).containsExactly("before the wrap", "after the wrap");
    }

    @Test
    void a_closed_agenda_does_nothing_any_more() {
        in(1, "before");
        timers.close();
        in(1, "after");
        advance(2);
        assertThat(done).isEmpty();
        timers.close();
    }

    private final class FailingClock implements LockClock {

        private boolean fails;

        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public long wallMillis() {
            return clock.wallMillis();
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            if (fails) {
                throw new RejectedExecutionException("no thread for timers");
            }
            return clock.schedule(delayNanos, task);
        }
    }

    /** Half a second before the reading turns negative. */
    private final class WrappingClock implements LockClock {

        private final long offset = Long.MAX_VALUE - Duration.ofMillis(500).toNanos() - clock.nanoTime();

        @Override
        public long nanoTime() {
            return clock.nanoTime() + offset;
        }

        @Override
        public long wallMillis() {
            return clock.wallMillis();
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            return clock.schedule(delayNanos, task);
        }
    }

    @Test
    void an_entry_that_comes_after_the_close_is_neither_done_nor_kept() {
        in(1, "before");
        timers.close();
        in(1, "after");
        advance(2);
        assertThat(done).isEmpty();
        assertThat(timers.isEmpty()).isTrue();
    }
}
