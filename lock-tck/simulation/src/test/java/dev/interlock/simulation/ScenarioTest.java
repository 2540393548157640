// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScenarioTest {

    /** Else the line that a failure ends with would run something else. */
    @Test
    void a_scenario_and_its_parts_are_the_same_when_read_from_their_text() {
        for (long seed = 0; seed < 300; seed++) {
            Scenario scenario = Scenario.of(seed);
            assertThat(Scenario.parse(scenario.text())).isEqualTo(scenario);
            for (int from = 0; from < scenario.size(); from++) {
                Scenario less = scenario.without(from, from + 3);
                assertThat(Scenario.parse(less.text())).isEqualTo(less);
            }
        }
    }
}
