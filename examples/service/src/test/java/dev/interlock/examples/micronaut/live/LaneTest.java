// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockEvent;
import dev.interlock.ReleaseResult;
import dev.interlock.examples.database.GuardedWrite;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class LaneTest {

    private static final String LOCK = "counter-page";

    private long now = 1_000;
    private final Lane lane = new Lane(() -> Instant.ofEpochMilli(now));

    private void at(long millis, LockEvent event) {
        now = millis;
        lane.on(event);
    }

    private void at(long millis, GuardedWrite write) {
        now = millis;
        lane.onApplicationEvent(write);
    }

    @Test
    void a_hold_is_granted_written_under_and_released() {
        at(1_000, new LockEvent.Acquired(LOCK, 7, Duration.ZERO));
        assertThat(lane.holds()).containsExactly(Hold.granted(LOCK, "7", 1_000));
        at(1_200, new GuardedWrite(LOCK, 7, false));
        at(1_300, new GuardedWrite(LOCK, 7, false));
        at(1_400, new LockEvent.Released(LOCK, 7, Duration.ofMillis(400)));
        assertThat(lane.holds()).containsExactly(new Hold(LOCK, "7", 1_000, 1_400L, "released", 1_200L, null));
        assertThat(lane.refusals()).isZero();
    }

    @Test
    void a_lost_hold_stays_lost_and_its_refusal_counts_once() {
        at(1_000, new LockEvent.Acquired(LOCK, 7, Duration.ZERO));
        at(9_000, new GuardedWrite(LOCK, 7, true));
        at(9_001, new GuardedWrite(LOCK, 7, true));
        at(9_002, new LockEvent.ReleaseFailed(LOCK, 7, ReleaseResult.NOT_HELD, "another owner has it"));
        at(9_500, new LockEvent.Released(LOCK, 7, Duration.ofSeconds(8)));
        assertThat(lane.holds()).containsExactly(new Hold(LOCK, "7", 1_000, 9_002L, "not confirmed", null, 9_001L));
        assertThat(lane.refusals()).isEqualTo(1);
    }

    @Test
    void a_write_that_is_reported_before_its_grant_is_one_hold() {
        at(1_000, new GuardedWrite(LOCK, 7, false));
        at(1_001, new LockEvent.Acquired(LOCK, 7, Duration.ZERO));
        assertThat(lane.holds()).containsExactly(new Hold(LOCK, "7", 1_000, null, null, 1_000L, null));
    }

    @Test
    void a_wait_lasts_from_the_first_waiter_to_the_last() {
        at(1_000, new LockEvent.WaitersChanged(LOCK, 1));
        at(1_100, new LockEvent.WaitersChanged(LOCK, 2));
        assertThat(lane.waits()).containsExactly(new Wait(LOCK, 1_000, null));
        at(1_200, new LockEvent.WaitersChanged(LOCK, 1));
        at(1_300, new LockEvent.WaitersChanged(LOCK, 0));
        assertThat(lane.waits()).containsExactly(new Wait(LOCK, 1_000, 1_300L));
    }

    @Test
    void only_the_latest_are_kept_and_no_refusal_is_forgotten() {
        int many = 3 * Lane.MAX;
        for (int i = 1; i <= many; i++) {
            at(i, new GuardedWrite("lock-" + i, i, true));
            at(i, new LockEvent.WaitersChanged("lock-" + i, 1));
            at(i, new LockEvent.WaitersChanged("lock-" + i, 0));
        }
        for (int i = 1; i <= many; i++) {
            at(i, new LockEvent.WaitersChanged("never-ends-" + i, 1));
        }
        assertThat(lane.holds())
                .hasSize(Lane.MAX)
                .last()
                .extracting(Hold::token)
                .isEqualTo(Integer.toString(many));
        assertThat(lane.waits()).hasSize(2 * Lane.MAX);
        assertThat(lane.refusals()).isEqualTo(many);
    }
}
