// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedProcessTest {

    private static final long SECOND = 1_000_000_000;

    /** One that goes back makes a timer wait for what has been, without end. */
    @ParameterizedTest
    @ValueSource(longs = {-4_000, -1, 0, 4_000})
    void a_clock_that_runs_slow_or_fast_never_goes_back(long ratePpm) {
        SimulatedProcess process = new SimulatedProcess("client", 17, ratePpm);
        long before = process.monotonic(0);
        for (long time = 0; time < SECOND; time += 333) {
            long shown = process.monotonic(time);
            assertThat(shown).as("at %d ns", time).isGreaterThanOrEqualTo(before);
            before = shown;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-4_000, 0, 4_000})
    void at_the_time_of_what_a_clock_shows_it_shows_that(long ratePpm) {
        SimulatedProcess process = new SimulatedProcess("client", 17, ratePpm);
        process.sleep(SECOND / 2, 3 * SECOND);
        for (long shown = 17; shown < SECOND; shown += 999_331) {
            long time = process.timeOf(shown);
            assertThat(process.monotonic(time)).as("of %d ns", shown).isBetween(shown, shown + 2);
        }
    }
}
