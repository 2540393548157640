// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.model.Trace;
import dev.interlock.model.TraceCheck;
import dev.interlock.model.TraceModule;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the engine does under random schedules is what the model of {@code docs/model} can do. */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class TraceTest {

    /** The same in each build, for a build that is red must be so again. */
    private static final int SCHEDULES = 250;

    private static final int MANY = 10_000;

    /** In one run of TLC. */
    private static final int BATCH = 1_000;

    private static final long LIMIT_SECONDS = 900;

    @Test
    void each_schedule_is_a_behaviour_of_the_model() throws IOException, InterruptedException {
        check(1, SCHEDULES, "traces");
    }

    @Test
    @Tag("nightly")
    void each_of_many_schedules_is_a_behaviour_of_the_model() throws IOException, InterruptedException {
        Long asked = Long.getLong("interlock.simulation.seed");
        check(asked != null ? asked : new SecureRandom().nextLong(), MANY, "traces-many");
    }

    private static void check(long seed, int schedules, String directory) throws IOException, InterruptedException {
        TraceCheck check = new TraceCheck(TraceModule.SIMULATED, Path.of("target", directory), LIMIT_SECONDS);
        List<Trace> traces = new ArrayList<>();
        long traced = 0;
        try (Simulation simulation = Simulation.ofTheEngine()) {
            long next = seed;
            for (int done = 1; done <= schedules; done++) {
                Simulation.Case which = Simulation.Case.of(next++);
                while (!TracesOfLocks.areOf(which.scenario())) {
                    which = Simulation.Case.of(next++);
                }
                traces.addAll(TracesOfLocks.of(simulation.run(which, false)));
                if (done % BATCH == 0 || done == schedules) {
                    assertThat(check.refused(traces)).as("seed %d", seed).isEmpty();
                    traced += traces.size();
                    traces.clear();
                }
            }
        }
        System.out.printf("seed %d: %d traces of %d schedules%n", seed, traced, schedules);
        assertThat(traced).isGreaterThan(schedules);
    }
}
