// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.Map;
import java.util.function.Function;

/**
 * Simulates the engine that this class was loaded with, from seed 1 on, until a schedule is wrong or there were so many.
 * Says how many there were and what was wrong, in types that every class loader shares.
 */
final class SearchFromOne implements Function<Long, Map.Entry<Long, String>> {

    @Override
    public Map.Entry<Long, String> apply(Long most) {
        try (Simulation simulation = Simulation.ofTheEngine()) {
            for (long seed = 1; seed <= most; seed++) {
                Simulation.Outcome outcome = simulation.run(Simulation.Case.of(seed), false);
                if (outcome.isWrong()) {
                    return Map.entry(seed, outcome.findings().get(0));
                }
            }
            return Map.entry(most, "");
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
