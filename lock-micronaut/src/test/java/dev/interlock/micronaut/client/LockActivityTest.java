// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockEvent.Acquired;
import dev.interlock.LockEvent.Lost;
import dev.interlock.LockEvent.ReleaseFailed;
import dev.interlock.LockEvent.Released;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class HeldLocksTest {

    private static final Duration SOON = Duration.ofMillis(1);

    private final HeldLocks held = new HeldLocks();

    @Test
    void each_way_to_end_ends_a_hold() {
        held.note(new Acquired("a", 1, SOON));
        held.note(new Acquired("b", 2, SOON));
        held.note(new Acquired("c", 3, SOON));
        held.note(new Acquired("d", 4, SOON));
        held.note(new Released("a", 1, SOON));
        held.note(new Lost("b", new LockLost("b", 2, LossCause.EXPIRED, "late")));
        held.note(new ReleaseFailed("c", 3, ReleaseResult.UNKNOWN, "silence"));
        assertThat(held.tokens()).isEqualTo(Map.of("d", 4L));
    }

    @Test
    void a_release_that_was_not_told_is_noticed_at_the_next_hold() {
        held.note(new Acquired("a", 1, SOON));
        held.note(new Acquired("a", 2, SOON));
        assertThat(held.tokens()).isEqualTo(Map.of("a", 2L));
        held.note(new Released("a", 2, SOON));
        assertThat(held.size()).isZero();
    }

    @Test
    void the_late_end_of_an_old_hold_leaves_the_new_one() {
        held.note(new Acquired("a", 2, SOON));
        held.note(new Released("a", 1, SOON));
        assertThat(held.size()).isOne();
    }
}
