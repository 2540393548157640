// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockEvent.Acquired;
import dev.interlock.LockEvent.Lost;
import dev.interlock.LockEvent.ReleaseFailed;
import dev.interlock.LockEvent.Released;
import dev.interlock.LockEvent.Retained;
import dev.interlock.LockEvent.RetentionEnded;
import dev.interlock.LockEvent.TermBegan;
import dev.interlock.LockEvent.TermEnded;
import dev.interlock.LockEvent.WaitersChanged;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LockActivityTest {

    private static final Duration SOON = Duration.ofMillis(1);

    private final LockActivity activity = new LockActivity();

    @Test
    void each_way_to_end_ends_a_hold() {
        activity.on(new Acquired("a", 1, SOON));
        activity.on(new Acquired("b", 2, SOON));
        activity.on(new Acquired("c", 3, SOON));
        activity.on(new Acquired("d", 4, SOON));
        activity.on(new Released("a", 1, SOON));
        activity.on(new Lost("b", new LockLost("b", 2, LossCause.EXPIRED, "late")));
        activity.on(new ReleaseFailed("c", 3, ReleaseResult.UNKNOWN, "silence"));
        assertThat(activity.heldTokens()).isEqualTo(Map.of("d", 4L));
    }

    @Test
    void a_release_that_was_not_reported_is_noticed_at_the_next_hold() {
        activity.on(new Acquired("a", 1, SOON));
        activity.on(new Acquired("a", 2, SOON));
        assertThat(activity.heldTokens()).isEqualTo(Map.of("a", 2L));
        activity.on(new Released("a", 2, SOON));
        assertThat(activity.heldCount()).isZero();
    }

    @Test
    void the_late_end_of_an_old_hold_leaves_the_new_one() {
        activity.on(new Acquired("a", 2, SOON));
        activity.on(new Released("a", 1, SOON));
        assertThat(activity.heldCount()).isOne();
    }

    @Test
    void a_lock_that_is_kept_is_not_held() {
        activity.on(new Acquired("a", 1, SOON));
        activity.on(new Released("a", 1, SOON));
        activity.on(new Retained("a", 1));
        assertThat(activity.heldCount()).isZero();
        assertThat(activity.retainedTokens()).isEqualTo(Map.of("a", 1L));
        activity.on(new RetentionEnded("a", 1, RetentionEnd.REUSED));
        assertThat(activity.retainedCount()).isZero();
    }

    @Test
    void a_leader_counts_until_its_task_has_ended_or_its_lock_is_lost() {
        activity.on(new TermBegan("a", 1));
        activity.on(new TermBegan("b", 2));
        activity.on(new TermBegan("c", 3));
        activity.on(new TermEnded("a", 1, TermEnd.RETURNED, SOON, SOON, Optional.empty()));
        activity.on(new Lost("b", new LockLost("b", 2, LossCause.EXPIRED, "late")));
        assertThat(activity.leadingTerms()).isEqualTo(Map.of("c", 3L));
        activity.on(new TermEnded("c", 2, TermEnd.LOST, SOON, SOON, Optional.empty()));
        assertThat(activity.leadingCount()).isOne();
    }

    @Test
    void the_last_number_of_waiters_counts() {
        activity.on(new WaitersChanged("a", 1));
        activity.on(new WaitersChanged("b", 1));
        activity.on(new WaitersChanged("a", 3));
        assertThat(activity.waitersByLock()).isEqualTo(Map.of("a", 3, "b", 1));
        assertThat(activity.waitingCount()).isEqualTo(4);
        activity.on(new WaitersChanged("a", 0));
        assertThat(activity.waitersByLock()).isEqualTo(Map.of("b", 1));
    }

    @Test
    void the_number_of_waiters_of_a_known_lock_changes_also_when_no_other_lock_has_room() {
        for (int lock = 0; lock < LockActivity.MAX; lock++) {
            activity.on(new WaitersChanged("lock-" + lock, 1));
        }
        activity.on(new WaitersChanged("lock-7", 3));
        activity.on(new WaitersChanged("one-more", 1));
        assertThat(activity.waitersByLock()).containsEntry("lock-7", 3).doesNotContainKey("one-more");
    }
}
