// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.simulation.Scenario.StoreKind;
import dev.interlock.simulation.TracesOfLocks.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TraceTest {
    private static final Set<StoreKind> LEASES =
            EnumSet.of(StoreKind.POLL, StoreKind.SIGNAL, StoreKind.TURN, StoreKind.MEMORY);

    @Test
    void each_schedule_is_a_behaviour_of_the_model() throws IOException, InterruptedException {
        List<Trace> traces = new ArrayList<>();
        long begun = System.nanoTime();
        long seed = Long.getLong("interlock.simulation.seed", 1);
        int most = Integer.getInteger("interlock.traces", 1000);
        int n = 0;
        try (Simulation simulation = Simulation.ofTheEngine()) {
            for (; n < most; seed++) {
                Simulation.Case which = Simulation.Case.of(seed);
                if (LEASES.contains(which.scenario().store())) {
                    n++;
                    traces.addAll(TracesOfLocks.of(simulation.run(which, false)));
                }
            }
        }
        long simulated = System.nanoTime();
        List<TraceCheck.Refused> refused = new TraceCheck(Path.of("target", "traces"), 600).refused(traces);
        System.out.printf("%d traces, %d steps, max attempts %d, %.1f s + %.1f s, refused %d%n", traces.size(),
            traces.stream().mapToInt(t -> t.steps().size()).sum(), traces.stream().mapToInt(Trace::attempts).max().getAsInt(),
            (simulated-begun)/1e9, (System.nanoTime()-simulated)/1e9, refused.size());
        refused.forEach(r -> System.out.println("R " + r.trace().origin() + " " + (r.made()+1) + "/" + r.trace().steps().size() + " " + r.step()));
        assertThat(refused.stream().limit(3)).isEmpty();
    }
}
