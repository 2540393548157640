// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A seed decides everything: else a schedule that failed could not be seen again. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DeterminismTest {

    @Test
    void seeds_run_twice_give_equal_histories() throws InterruptedException {
        runTwice(100);
    }

    @Test
    @Tag("nightly")
    void a_thousand_seeds_run_twice_give_equal_histories() throws InterruptedException {
        runTwice(1_000);
    }

    private static void runTwice(int seeds) throws InterruptedException {
        long all = 0;
        try (Simulation first = Simulation.ofTheEngine();
                Simulation second = Simulation.ofTheEngine()) {
            for (int seed = 0; seed < seeds; seed++) {
                Simulation.Case which = Simulation.Case.of(seed);
                Simulation.Outcome once = first.run(which, true);
                Simulation.Outcome again = second.run(which, true);
                assertThat(again.story()).as("story of seed %d", seed).isEqualTo(once.story());
                assertThat(again.fingerprint()).isEqualTo(once.fingerprint());
                all = 31 * all + once.fingerprint();
            }
        }
        System.out.println("fingerprint of " + seeds + " seeds: " + all);
    }
}
