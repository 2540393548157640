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

class RedisTurnsTest {

    private final RedisTurns turns = new RedisTurns();
    private final List<String> woken = new ArrayList<>();
    private final List<String> unwanted = new ArrayList<>();

    private record Waiting(QueuedAttempt queued, List<String> woken) implements RedisTurns.Waiter {

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
        turns.onUnwanted(unwanted::add);
        turns.join(waiting("a"));
        turns.told("turn a");
        turns.told("turn b");
        assertThat(woken).containsExactly("a");
        assertThat(unwanted).containsExactly("b");
    }

    @Test
    void other_messages_do_nothing() {
        turns.onUnwanted(unwanted::add);
        turns.join(waiting("a"));
        List.of("", "turn", "watch a", "a", " ").forEach(turns::told);
        assertThat(woken).isEmpty();
        assertThat(unwanted).isEmpty();
    }

    @Test
    void a_round_takes_some_at_a_time_and_all_of_them() {
        for (int i = 0; i < 10; i++) {
            turns.join(waiting("w" + i));
        }
        Set<String> seen = new HashSet<>();
        for (int beat = 0; beat < 3; beat++) {
            List<RedisTurns.Waiter> some = turns.next(4);
            assertThat(some).hasSizeLessThanOrEqualTo(4);
            some.forEach(waiter -> seen.add(waiter.queued().id()));
        }
        assertThat(seen).hasSize(10);
        assertThat(turns.next(4)).as("the next round").hasSize(4);
    }

    @Test
    void a_round_over_none_is_empty() {
        assertThat(turns.next(4)).isEmpty();
        Waiting one = waiting("a");
        turns.join(one);
        assertThat(turns.next(4)).containsExactly(one);
        turns.leave(one);
        assertThat(turns.next(4)).isEmpty();
    }
}
