// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** The percentile of hold times: by known distributions, and when they change. */
class HoldTimesTest {

    private final HoldTimes holds = new HoldTimes();

    @Test
    void without_a_count_there_is_no_percentile() {
        assertThat(holds.percentileMillis()).isZero();
        assertThat(holds.samples()).isZero();
    }

    /** A bucket spans a quarter of a doubling, so an estimate is at most a quarter too long. */
    @Test
    void equal_holds_are_estimated_up_to_a_quarter_too_long() {
        for (long millis = 1; millis < 100_000; millis = millis * 11 / 10 + 1) {
            HoldTimes equal = new HoldTimes();
            for (int i = 0; i < 1_000; i++) {
                equal.add(millis, 1);
            }
            assertThat(equal.percentileMillis()).isBetween(millis, millis + millis / 4);
        }
    }

    @Test
    void known_distributions() {
        Random random = new Random(16);
        requireNear(() -> 1_000 + random.nextInt(1_000), 1_950);
        requireNear(() -> (long) (-500 * Math.log(1 - random.nextDouble())), 1_498);
        requireNear(() -> (long) (100 * Math.exp(random.nextGaussian())), 518);
        requireNear(() -> random.nextInt(10) == 0 ? 20_000 : 50, 20_000);
    }

    /** A window of 64 to 128 holds has a percentile of its own: what is asked for is that of the middle of many. */
    private static void requireNear(LongSupplier distribution, long percentile) {
        HoldTimes some = new HoldTimes();
        long[] estimates = new long[501];
        for (int i = 0; i < estimates.length; i++) {
            for (int hold = 0; hold < 100; hold++) {
                some.add(distribution.getAsLong(), 1);
            }
            estimates[i] = some.percentileMillis();
        }
        Arrays.sort(estimates);
        assertThat(estimates[estimates.length / 2]).isBetween(percentile * 8 / 10, percentile * 14 / 10);
    }

    @Test
    void a_few_that_are_longer_change_nothing() {
        for (int i = 0; i < 10_000; i++) {
            holds.add(i % 40 == 0 ? 60_000 : 50, 1);
            if (i >= HoldTimes.ENOUGH * 2) {
                assertThat(holds.percentileMillis()).isBetween(50L, 60L);
            }
        }
    }

    /** Wherever in its filling the histogram is when the work changes. */
    @Test
    void longer_and_shorter_work_is_followed_within_the_stated_numbers_of_holds() {
        for (int before = HoldTimes.ENOUGH; before < 400; before++) {
            HoldTimes changing = new HoldTimes();
            for (int i = 0; i < before; i++) {
                changing.add(50, 1);
            }
            assertThat(holdsUntil(changing, 5_000)).isBetween(1, HoldTimes.FOLLOWS_LONGER);
            for (int i = 0; i < 400; i++) {
                changing.add(5_000, 1);
            }
            assertThat(holdsUntil(changing, 50)).isBetween(1, HoldTimes.FOLLOWS_SHORTER);
        }
    }

    private static int holdsUntil(HoldTimes changing, long millis) {
        for (int holds = 1; holds < 10_000; holds++) {
            changing.add(millis, 1);
            long estimate = changing.percentileMillis();
            if (estimate >= millis && estimate <= millis * 5 / 4) {
                return holds;
            }
        }
        return -1;
    }

    @Test
    void any_length_of_a_hold_can_be_counted() {
        for (long millis : new long[] {Long.MIN_VALUE, -1, 0, 1L << 40, Long.MAX_VALUE}) {
            for (int i = 0; i < 1_000; i++) {
                holds.add(millis, 8);
                assertThat(holds.samples()).isBetween(8, 128);
                assertThat(holds.percentileMillis()).isPositive();
            }
        }
    }
}
