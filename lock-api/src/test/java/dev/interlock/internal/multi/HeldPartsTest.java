// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.multi;

import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.LossCause;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.lease.Defaults;
import dev.interlock.internal.lease.EffectiveOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which locks of a set a caller that holds some of them may wait for, and for how long. */
class HeldPartsTest {

    private final EngineBench bench = new EngineBench();
    private final HeldParts held = new HeldParts(bench.engine.holds);

    @AfterEach
    void close() {
        bench.close();
    }

    private static LockName name(String name) {
        return new LockName(name);
    }

    private Hold acquired(String name) {
        EffectiveOptions options = EffectiveOptions.of(WAITING, Defaults.OF_THE_LIBRARY, bench.backend.capabilities());
        return bench.engine
                .acquisitions
                .begin(name(name), options, Runnable::run, () -> true)
                .outcome();
    }

    @Test
    void only_a_name_behind_all_that_are_held_is_waited_for() {
        assertThat(held.isEmpty()).isTrue();
        assertThat(held.mayWaitFor(name("a"))).as("with empty hands").isTrue();
        held.add(acquired("b"));
        held.add(acquired("d"));
        assertThat(held.isEmpty()).isFalse();
        assertThat(List.of("a", "b", "c", "d")).noneMatch(each -> held.mayWaitFor(name(each)));
        assertThat(held.mayWaitFor(name("e"))).isTrue();
        assertThat(held.missing(List.of(name("b"), name("c"), name("d")))).containsExactly(name("c"));
    }

    @Test
    void the_patience_counts_from_the_first_lock_and_doubles_with_each_round_up_to_two_seconds() {
        for (int patience : List.of(100, 200, 400, 800, 1_600, 2_000, 2_000)) {
            held.add(acquired("a"));
            bench.clock.advance(Duration.ofMillis(10));
            held.add(acquired("b"));
            assertThat(held.patienceNanos())
                    .isEqualTo(Duration.ofMillis(patience - 10).toNanos());
            bench.clock.advance(Duration.ofMillis(patience - 11));
            assertThat(held.mayWaitFor(name("c"))).isTrue();
            bench.clock.advance(Duration.ofMillis(1));
            assertThat(held.mayWaitFor(name("c"))).isFalse();
            held.giveBack();
            assertThat(held.isEmpty()).isTrue();
            held.giveBack();
        }
    }

    @Test
    void the_first_lost_lock_is_named() {
        held.add(acquired("a"));
        Hold second = acquired("b");
        held.add(second);
        assertThat(held.firstLost()).isNull();
        second.lose(LossCause.SESSION_ENDED, "gone");
        assertThat(held.firstLost()).isEqualTo(name("b"));
    }

    @Test
    void locks_passed_on_to_the_hold_are_not_released() {
        held.add(acquired("a"));
        MultiHold hold = held.toHold();
        held.giveBack();
        assertThat(bench.backend.released).isEmpty();
        hold.release();
        assertThat(bench.backend.released).hasSize(1);
    }
}
