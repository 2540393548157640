// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LeaseRange;
import dev.interlock.LockEvent.LeaseAdapted;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LossCause;
import dev.interlock.internal.lease.AdaptiveLeases;
import dev.interlock.internal.lease.Defaults;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.lease.HoldTimes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Which lease the holds so far suggest, when a new one is reported, and what is forgotten. The expected lengths are those at
 * which a bucket of {@link HoldTimes} ends.
 */
class AdaptiveLeaseChoiceTest {

    private static final LockName A = new LockName("a");
    private static final LockName B = new LockName("b");
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final AcquireOptions ADAPTIVE =
            AcquireOptions.waitAtMost(Duration.ZERO).withAdaptiveLease(SHORTEST, LONGEST);

    private final EngineBench bench = new EngineBench();
    private final AdaptiveLeases leases = bench.engine.holds.adaptiveLeases;
    private final EffectiveOptions asked = bench.engine.acquisitions.effective(A, ADAPTIVE, Defaults.OF_THE_LIBRARY);

    @AfterEach
    void close() {
        bench.close();
    }

    private void held(int times, int millis) {
        for (int i = 0; i < times; i++) {
            leases.ended(A, Duration.ofMillis(millis).toNanos());
        }
    }

    private Duration chosen() {
        return leases.chosen(A, asked).lease();
    }

    private List<LeaseAdapted> reported() {
        return bench.eventsOf("a").stream()
                .filter(LeaseAdapted.class::isInstance)
                .map(LeaseAdapted.class::cast)
                .toList();
    }

    @Test
    void twenty_holds_are_enough_and_one_less_is_not() {
        assertThat(leases.chosen(A, asked)).as("nothing is known").isSameAs(asked);
        held(HoldTimes.ENOUGH - 1, 2_000);
        assertThat(leases.chosen(A, asked)).isSameAs(asked);
        held(1, 2_000);
        assertThat(chosen()).isEqualTo(Duration.ofMillis(4 * 2_048));
    }

    @Test
    void a_lock_that_does_not_adapt_is_left_as_it_is() {
        held(HoldTimes.ENOUGH, 2_000);
        EffectiveOptions plain = bench.engine.acquisitions.effective(A, EngineBench.ONCE, Defaults.OF_THE_LIBRARY);
        assertThat(leases.chosen(A, plain)).isSameAs(plain);
    }

    @Test
    void a_lease_that_grows_is_reported_when_it_is_more_than_half_as_long_again() {
        held(HoldTimes.ENOUGH, 2_000);
        assertThat(chosen()).isEqualTo(Duration.ofMillis(8_192));
        held(HoldTimes.FOLLOWS_LONGER, 3_000);
        assertThat(chosen()).as("half as long again").isEqualTo(Duration.ofMillis(12_288));
        assertThat(reported()).hasSize(1);
        held(HoldTimes.FOLLOWS_LONGER, 3_500);
        assertThat(chosen()).isEqualTo(Duration.ofMillis(14_336));
        assertThat(reported().get(1))
                .isEqualTo(new LeaseAdapted(
                        "a", Duration.ofMillis(14_336), Duration.ofMillis(8_192), Duration.ofMillis(3_584), 34));
    }

    @Test
    void a_lease_that_shrinks_is_reported_when_the_former_one_was_more_than_half_as_long_again() {
        held(HoldTimes.ENOUGH, 3_000);
        assertThat(chosen()).isEqualTo(Duration.ofMillis(12_288));
        held(HoldTimes.FOLLOWS_SHORTER, 2_000);
        assertThat(chosen()).isEqualTo(Duration.ofMillis(8_192));
        assertThat(reported()).hasSize(1);
        held(HoldTimes.FOLLOWS_SHORTER, 1_700);
        assertThat(chosen()).isEqualTo(Duration.ofMillis(7_168));
        assertThat(reported()).extracting(LeaseAdapted::lease).containsExactly(Duration.ofMillis(12_288), chosen());
    }

    @Test
    void a_hold_that_ended_at_its_cap_counts_as_long_as_it_was() throws InterruptedException {
        AcquireOptions capped = ADAPTIVE.withMaxHold(Duration.ofSeconds(2));
        for (int i = 0; i < HoldTimes.ENOUGH; i++) {
            LockHandle handle = bench.client.lock("a").acquire(capped);
            bench.clock.advance(Duration.ofSeconds(2));
            await().until(() -> handle.state() == HandleState.LOST);
            await().until(bench.engine::isIdle);
        }
        assertThat(chosen()).isEqualTo(Duration.ofMillis(4 * 2_048));
    }

    @Test
    void a_hold_that_was_taken_away_says_nothing_about_the_work() throws InterruptedException {
        LockHandle handle = bench.client.lock("a").acquire(ADAPTIVE);
        bench.backend.context.reportLost(bench.backend.idOf(0), "the session ended");
        await().until(() -> handle.state() == HandleState.LOST);
        await().until(bench.engine::isIdle);
        assertThat(leases.size()).isZero();
    }

    @Test
    void a_hold_that_nothing_renewed_any_more_says_nothing_about_the_work() {
        long minute = Duration.ofMinutes(1).toNanos();
        leases.lost(A, asked.adaptiveLease(), false, LossCause.EXPIRED, minute);
        assertThat(leases.size()).isZero();
        leases.lost(A, asked.adaptiveLease(), true, LossCause.EXPIRED, minute);
        assertThat(leases.size()).isEqualTo(1);
    }

    @Test
    void of_too_many_names_the_one_that_was_used_longest_ago_is_forgotten() {
        held(HoldTimes.ENOUGH, 2_000);
        for (int i = 1; i < AdaptiveLeases.MOST_NAMES; i++) {
            leases.ended(new LockName("name " + i), 1);
        }
        assertThat(chosen()).as("used again").isEqualTo(Duration.ofMillis(8_192));
        leases.ended(B, 1);
        assertThat(chosen()).isEqualTo(Duration.ofMillis(8_192));
    }

    @Test
    void a_name_is_idle_after_an_hour_without_a_request() {
        held(1, 100);
        bench.clock.advance(AdaptiveLeases.IDLE);
        leases.ended(B, 1);
        assertThat(leases.size()).as("an hour").isEqualTo(2);
        assertThat(leases.chosen(A, asked)).isSameAs(asked);
        bench.clock.advance(AdaptiveLeases.IDLE);
        leases.ended(B, 1);
        assertThat(leases.size()).as("it was asked for").isEqualTo(2);
        bench.clock.advance(Duration.ofNanos(1));
        assertThat(leases.chosen(B, asked)).isSameAs(asked);
        assertThat(leases.size()).as("an hour and a nanosecond").isEqualTo(1);
    }

    @Test
    void longer_work_is_followed_within_seven_holds() {
        assertThat(asked.adaptiveLease()).isEqualTo(new LeaseRange(SHORTEST, LONGEST));
        held(100, 50);
        assertThat(chosen()).isEqualTo(SHORTEST);
        held(HoldTimes.FOLLOWS_LONGER, 5_000);
        assertThat(chosen()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(25));
    }

    @Test
    void names_that_are_idle_are_forgotten_and_so_are_those_beyond_the_bound() {
        for (int i = 0; i < AdaptiveLeases.MOST_NAMES * 2; i++) {
            leases.ended(new LockName("name " + i), 1);
            leases.ended(new LockName("busy"), 1);
        }
        assertThat(leases.size()).isEqualTo(AdaptiveLeases.MOST_NAMES);
        bench.clock.advance(AdaptiveLeases.IDLE.plusNanos(1));
        leases.ended(new LockName("busy"), 1);
        assertThat(leases.size()).isEqualTo(1);
    }
}
