// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.contention.round.RoundShare;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RoundTest {

    private static final Round TWO_JVMS = new Round(
            1,
            2,
            2.5,
            List.of(SampleRounds.share(0, "", 50, 100), SampleRounds.share(3, "broken", 25, 25)),
            Map.of("evalsha", 400L, "get", 100L),
            Duration.ofMillis(20),
            0.1,
            1);

    @Test
    void costs_are_for_each_acquisition_of_all_jvms() {
        assertThat(TWO_JVMS.perSecond()).isEqualTo(100);
        assertThat(TWO_JVMS.clientCpuMicros()).isEqualTo(100);
        assertThat(TWO_JVMS.serverCpuMicros()).isEqualTo(100);
        assertThat(TWO_JVMS.allocatedBytes()).isEqualTo(10_000);
        assertThat(TWO_JVMS.requestsEach()).isEqualTo(Map.of("evalsha", 2.0, "get", 0.5));
        assertThat(TWO_JVMS.requestsOfAllKinds()).isEqualTo(2.5);
    }

    @Test
    void acquisitions_whose_wait_is_not_kept_bear_their_part_of_the_costs() {
        RoundShare share = new RoundShare(List.of(50L), SampleRounds.waits(10), 0, 0, 0, "");
        Round mostlyReaders = new Round(1, 2, 1, List.of(share), Map.of("evalsha", 100L), Duration.ZERO, 0.1, 1);
        assertThat(mostlyReaders.requestsOfAllKinds()).isEqualTo(2);
    }

    /** Whoever waits when a round ends still gets the lock, and the counters see that, too. */
    @Test
    void a_grant_that_came_too_late_bears_its_part_of_the_costs() {
        Round late = new Round(
                1,
                2,
                2.5,
                List.of(SampleRounds.share(0, "", 3, 1), SampleRounds.late(4)),
                Map.of("get", 16L),
                Duration.ZERO,
                0,
                1);
        assertThat(late.perSecond()).isEqualTo(2);
        assertThat(late.requestsOfAllKinds()).isEqualTo(2);
    }

    @Test
    void fairness_is_that_of_threads_and_that_of_jvms() {
        assertThat(TWO_JVMS.fewestOfMostThreads()).isEqualTo(0.25);
        assertThat(TWO_JVMS.fewestOfMostJvms()).isEqualTo(50.0 / 150);
    }

    @Test
    void who_starved_counts_as_nothing() {
        assertThat(SampleRounds.of(1, 0, 0, 7).fewestOfMostThreads()).isZero();
        assertThat(SampleRounds.of(1, 0, 0, 0).fewestOfMostThreads()).isZero();
    }

    @Test
    void mistakes_of_each_jvm_are_seen() {
        assertThat(TWO_JVMS.violations()).isEqualTo(3);
        assertThat(TWO_JVMS.failure()).isEqualTo("broken");
    }

    @Test
    void others_are_whoever_is_neither_client_nor_server() {
        assertThat(TWO_JVMS.coresOfOthers()).isEqualTo((1 - 0.04) / 2.5);
    }

    @Test
    void a_fifth_of_stolen_time_is_the_most() {
        assertThat(SampleRounds.of(1, 0.2, 1).isQuiet()).isTrue();
        assertThat(SampleRounds.of(1, 0.21, 1).isQuiet()).isFalse();
    }

    @Test
    void requests_before_a_round_are_not_its_own() {
        assertThat(RoundRunner.difference(Map.of("get", 5L, "set", 2L), Map.of("get", 7L, "set", 2L, "del", 1L)))
                .isEqualTo(Map.of("get", 2L, "del", 1L));
    }
}
