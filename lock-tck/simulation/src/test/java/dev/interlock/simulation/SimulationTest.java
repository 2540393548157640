// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The engine as it is, under schedules that nobody chose. */
class SimulationTest {

    @Test
    void some() throws InterruptedException {
        int count = Integer.getInteger("simulation.count", 2000);
        long first = Long.getLong("simulation.seed", 1);
        long steps = 0;
        long begun = System.nanoTime();
        try (Simulation simulation = Simulation.ofTheEngine()) {
            for (long seed = first; seed < first + count; seed++) {
                Simulation.Outcome outcome = simulation.run(Simulation.Case.of(seed), false);
                steps += outcome.steps();
                if (outcome.isWrong()) {
                    System.out.println(seed + ": " + Simulation.told(simulation.run(outcome.which(), true)));
                    assertThat(outcome.findings()).isEmpty();
                }
            }
        }
        System.out.println(count + " schedules, " + steps / count + " steps each, "
                + (System.nanoTime() - begun) / 1e6 / count + " ms each");
    }
}
