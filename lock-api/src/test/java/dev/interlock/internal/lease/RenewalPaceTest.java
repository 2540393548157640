// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.ClientOptions;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.internal.client.ScriptedBulk;
import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** When renewals are due, so that clients which started together do not ask the store together for ever. */
class RenewalPaceTest {

    private static final long THIRD = EngineBench.LEASE.toNanos() / 3;
    private static final long MOMENT = THIRD / 8;
    private static final int SAMPLES = 1_000;

    private static RenewalPace pace(EngineBench bench) {
        return new RenewalPace(bench.engine.holds.backend, bench.engine.holds.machine);
    }

    private static LongStream due(RenewalPace pace, long sentNanos) {
        return LongStream.generate(() -> pace.nextDue(sentNanos, EngineBench.LEASE))
                .limit(SAMPLES);
    }

    @Test
    void renewals_spread_over_the_last_tenth_of_a_third_of_the_lease() {
        long sent = Duration.ofHours(-3).toNanos();
        try (EngineBench bench = new EngineBench()) {
            LongSummaryStatistics due =
                    due(pace(bench), sent).map(nanos -> nanos - sent).summaryStatistics();
            assertThat(due.getMin()).isBetween(THIRD / 100 * 90, THIRD / 100 * 92);
            assertThat(due.getMax()).isBetween(THIRD / 100 * 98, THIRD);
        }
    }

    @Test
    void renewals_that_can_travel_together_are_due_at_few_moments_which_other_clients_do_not_share() {
        ScriptedBackend backend = new ScriptedBulk(new ScriptedBackend()).backend;
        try (EngineBench bench = new EngineBench(ClientOptions.STANDARD, backend)) {
            RenewalPace pace = pace(bench);
            assertThat(LongStream.range(0, 8)
                            .flatMap(part -> due(pace, part * MOMENT))
                            .map(nanos -> Math.floorMod(nanos, MOMENT))
                            .distinct()
                            .count())
                    .as("places between two moments")
                    .isEqualTo(1);
            assertThat(LongStream.range(0, 20)
                            .map(client -> Math.floorMod(pace(bench).nextDue(0, EngineBench.LEASE), MOMENT))
                            .distinct()
                            .count())
                    .as("places of 20 clients")
                    .isGreaterThan(1);
        }
    }
}
