// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.redis.request.QueuedAttempt;
import dev.interlock.redis.request.RedisKeys;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RedisQueuedWaitersTest {

    private final RedisQueuedWaiters queued = new RedisQueuedWaiters();
    private final List<String> woken = new ArrayList<>();
    private final List<String> unwanted = new ArrayList<>();

    private record Waiting(QueuedAttempt queued, List<String> woken) implements RedisQueuedWaiters.Waiter {

        @Override
        public void wake() {
            woken.add(queued.id());
        }
    }

    private Waiting waiting(String attempt) {
        return new Waiting(new QueuedAttempt(new RedisKeys("lock-of-" + attempt), attempt), woken);
    }

    @Test
    void a_turn_wakes_its_waiter_and_that_of_another_attempt_is_unwanted() {
        queued.onUnwanted(unwanted::add);
        queued.join(waiting("a"));
        queued.received("turn a");
        queued.received("turn b");
        assertThat(woken).containsExactly("a");
        assertThat(unwanted).containsExactly("b");
    }

    @Test
    void other_messages_do_nothing() {
        queued.onUnwanted(unwanted::add);
        queued.join(waiting("a"));
        List.of("", "turn", "watch a", "a", " ").forEach(queued::received);
        assertThat(woken).isEmpty();
        assertThat(unwanted).isEmpty();
    }

    @Test
    void a_round_takes_some_at_a_time_and_all_of_them() {
        for (int i = 0; i < 10; i++) {
            queued.join(waiting("w" + i));
        }
        Set<String> seen = new HashSet<>();
        for (int beat = 0; beat < 3; beat++) {
            List<RedisQueuedWaiters.Waiter> some = queued.next(4);
            assertThat(some).hasSizeLessThanOrEqualTo(4);
            some.forEach(waiter -> seen.add(waiter.queued().id()));
        }
        assertThat(seen).hasSize(10);
        assertThat(queued.next(4)).as("the next round").hasSize(4);
    }

    @Test
    void a_round_over_none_is_empty() {
        assertThat(queued.next(4)).isEmpty();
        Waiting one = waiting("a");
        queued.join(one);
        assertThat(queued.next(4)).containsExactly(one);
        queued.leave(one);
        assertThat(queued.next(4)).isEmpty();
    }
}
