// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Simulates the engine that this class was loaded with, from seed 1 on, and returns the traces of the schedules in which
 * no rule found anything wrong: for each its origin, whether threads may stand still in it, and its steps. In types that
 * every class loader shares.
 */
final class TracesFromOne implements Function<Long, List<List<String>>> {

    @Override
    public List<List<String>> apply(Long most) {
        List<List<String>> traces = new ArrayList<>();
        try (Simulation simulation = Simulation.ofTheEngine()) {
            for (long seed = 1; seed <= most; seed++) {
                Simulation.Case which = Simulation.Case.of(seed);
                if (TracesOfLocks.areOf(which.scenario())) {
                    Simulation.Outcome outcome = simulation.run(which, false);
                    if (!outcome.isWrong()) {
                        TracesOfLocks.of(outcome).forEach(trace -> {
                            List<String> texts =
                                    new ArrayList<>(List.of(trace.origin(), Boolean.toString(trace.stops())));
                            texts.addAll(trace.steps());
                            traces.add(texts);
                        });
                    }
                }
            }
            return traces;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
