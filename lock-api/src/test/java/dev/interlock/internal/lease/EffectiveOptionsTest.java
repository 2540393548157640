// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Renewal;
import dev.interlock.RetryPolicy;
import dev.interlock.Waiting;
import dev.interlock.internal.machine.Machine;
import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Options in the units the engine counts in. */
class EffectiveOptionsTest {

    private static final Capabilities STORE =
            Capabilities.of("session store", Waiting.POLL, Duration.ofSeconds(1), Duration.ofSeconds(40));

    private static EffectiveOptions effective(AcquireOptions options) {
        return EffectiveOptions.of(options, Defaults.OF_THE_LIBRARY, STORE);
    }

    @Test
    void options_that_are_left_open_are_those_of_the_library() {
        assertThat(EffectiveOptions.of(AcquireOptions.inherited(), Defaults.OF_THE_LIBRARY, STORE))
                .isEqualTo(new EffectiveOptions(
                        Duration.ofSeconds(10).toNanos(),
                        Duration.ofSeconds(30),
                        Renewal.AUTO,
                        EffectiveOptions.NO_LIMIT,
                        RetryPolicy.STANDARD,
                        Duration.ZERO,
                        null,
                        0));
    }

    @Test
    void pauses_grow_from_the_first_to_the_longest_with_jitter_down_to_a_half() {
        EffectiveOptions effective = effective(AcquireOptions.inherited()
                .withRetry(new RetryPolicy(Duration.ofMillis(10), Duration.ofMillis(100), 5)));
        long[] longest = {10, 20, 40, 80, 100, 100};
        for (int failures = 1; failures <= longest.length; failures++) {
            for (int i = 0; i < 1_000; i++) {
                assertThat(effective.pauseNanos(failures, Machine.under(null)))
                        .isBetween(longest[failures - 1] * 500_000, longest[failures - 1] * 1_000_000);
            }
        }
    }

    @Test
    void pauses_spread_over_the_whole_of_their_range() {
        EffectiveOptions effective = effective(AcquireOptions.inherited()
                .withRetry(new RetryPolicy(Duration.ofMillis(100), Duration.ofMillis(100), 5)));
        LongSummaryStatistics pauses = LongStream.generate(() -> effective.pauseNanos(1, Machine.under(null)))
                .limit(1_000)
                .summaryStatistics();
        assertThat(pauses.getMin()).isLessThan(Duration.ofMillis(60).toNanos());
        assertThat(pauses.getMax()).isGreaterThan(Duration.ofMillis(90).toNanos());
    }

    @Test
    void pauses_do_not_overflow_however_often_it_failed() {
        EffectiveOptions effective = effective(AcquireOptions.inherited()
                .withRetry(new RetryPolicy(Duration.ofHours(1), Duration.ofHours(1), Integer.MAX_VALUE)));
        assertThat(effective.pauseNanos(Integer.MAX_VALUE, Machine.under(null)))
                .isBetween(Duration.ofMinutes(30).toNanos(), Duration.ofHours(1).toNanos());
    }

    @Test
    void a_lease_that_the_store_cannot_keep_is_refused_with_the_bounds() {
        assertThatThrownBy(() -> effective(AcquireOptions.inherited().withLease(Duration.ofMillis(999))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lease must be >= PT1S and <= PT40S on session store but was PT0.999S");
        assertThatThrownBy(() -> effective(AcquireOptions.inherited()
                        .withLease(Duration.ofSeconds(41))
                        .withRenewal(Renewal.NONE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lease must be >= PT1S and <= PT40S on session store but was PT41S");
    }

    @Test
    void a_renewed_lease_is_cut_down_to_the_longest_that_the_store_can_keep() {
        AcquireOptions options = AcquireOptions.inherited().withLease(Duration.ofSeconds(41));
        assertThat(effective(options).lease()).isEqualTo(Duration.ofSeconds(40));
        assertThat(effective(options.withLease(Duration.ofSeconds(39))).lease()).isEqualTo(Duration.ofSeconds(39));
    }

    @Test
    void lease_and_lock_delay_are_kept_together_or_refused_with_the_bounds() {
        Capabilities leases = Capabilities.of(
                        "lease store", Waiting.POLL, Duration.ofSeconds(1), Duration.ofSeconds(40))
                .withDeclared(Set.of(Capability.KEEPS_LOCK_DELAY));
        AcquireOptions options = AcquireOptions.inherited().withLockDelay(Duration.ofSeconds(15));
        EffectiveOptions renewed = EffectiveOptions.of(options, Defaults.OF_THE_LIBRARY, leases);
        assertThat(renewed.lease()).isEqualTo(Duration.ofSeconds(25));
        assertThat(renewed.kept()).isEqualTo(Duration.ofSeconds(40));
        assertThat(renewed.reliedOn(Duration.ofSeconds(40))).isEqualTo(Duration.ofSeconds(25));
        assertThatThrownBy(() -> EffectiveOptions.of(
                        options.withLease(Duration.ofSeconds(26)).withRenewal(Renewal.NONE),
                        Defaults.OF_THE_LIBRARY,
                        leases))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lease must be >= PT1S and <= PT40S together with the lockDelay of PT15S on lease store"
                        + " but was PT26S");
        assertThatThrownBy(() -> EffectiveOptions.of(
                        options.withLockDelay(Duration.ofSeconds(40)), Defaults.OF_THE_LIBRARY, leases))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lease must be >= PT1S and <= PT40S together with the lockDelay of PT40S on lease store"
                        + " but was PT30S");
    }

    @Test
    void a_lock_delay_is_refused_where_a_grant_may_end_with_its_client() {
        assertThatThrownBy(() -> effective(AcquireOptions.inherited().withLockDelay(Duration.ofSeconds(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lockDelay must be zero on session store, which does not declare KEEPS_LOCK_DELAY since a"
                        + " grant may end with its client, but was PT1S: take a store with leases, or do without it"
                        + " and guard the resource by tokens");
        assertThat(effective(AcquireOptions.inherited().withLockDelay(Duration.ZERO))
                        .lockDelay())
                .isZero();
    }

    @Test
    void a_margin_is_kept_for_drift_and_rounding() {
        assertThat(EffectiveOptions.usableNanos(Duration.ofSeconds(30)))
                .isEqualTo(Duration.ofMillis(30_000 - 300 - 2).toNanos());
        assertThat(EffectiveOptions.usableNanos(AcquireOptions.MIN_LEASE)).isPositive();
    }
}
