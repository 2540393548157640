// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import org.jspecify.annotations.Nullable;

/**
 * Finds a smaller case that fails in the same way. It leaves out calls and faults, many at once and then one by one. A
 * smaller scenario takes another course, so each one is tried in several orders.
 */
final class Shrinker {

    private static final int ORDERS = 40;

    private final Simulation simulation;
    private final String kind;

    private Shrinker(Simulation simulation, String kind) {
        this.simulation = simulation;
        this.kind = kind;
    }

    /** The smallest case that was found, with the schedule that took the fewest steps. */
    static Simulation.Outcome shrink(Simulation simulation, Simulation.Outcome wrong) throws InterruptedException {
        return new Shrinker(simulation, wrong.kind()).shrink(wrong);
    }

    private Simulation.Outcome shrink(Simulation.Outcome wrong) throws InterruptedException {
        Simulation.Outcome smallest = wrong;
        for (int chunk = Math.max(1, wrong.which().scenario().size() / 2); chunk > 0; chunk /= 2) {
            int from = 0;
            while (from < smallest.which().scenario().size()) {
                Simulation.@Nullable Outcome less =
                        wrongInSomeOrder(smallest.which().scenario().without(from, from + chunk), smallest);
                if (less == null) {
                    from += chunk;
                } else {
                    smallest = less;
                }
            }
        }
        return fewestSteps(smallest);
    }

    private Simulation.@Nullable Outcome wrongInSomeOrder(Scenario scenario, Simulation.Outcome known)
            throws InterruptedException {
        for (int i = 0; i < ORDERS; i++) {
            Simulation.@Nullable Outcome outcome =
                    run(new Simulation.Case(scenario, known.which().order() + i));
            if (outcome != null) {
                return outcome;
            }
        }
        return null;
    }

    private Simulation.Outcome fewestSteps(Simulation.Outcome known) throws InterruptedException {
        Simulation.Outcome fewest = known;
        for (int i = 0; i < ORDERS; i++) {
            Simulation.@Nullable Outcome other = run(new Simulation.Case(
                    known.which().scenario(), Chance.mix(known.which().order() + i)));
            if (other != null && other.steps() < fewest.steps()) {
                fewest = other;
            }
        }
        return fewest;
    }

    private Simulation.@Nullable Outcome run(Simulation.Case which) throws InterruptedException {
        Simulation.Outcome outcome = simulation.run(which, false);
        return outcome.kind().equals(kind) ? outcome : null;
    }
}
