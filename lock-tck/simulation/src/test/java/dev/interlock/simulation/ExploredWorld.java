// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;
import java.util.function.Function;

/**
 * Runs a scenario in every order, with the engine that this class was loaded with, until one is wrong or there were so
 * many runs: the argument is the text of the scenario and that number, the answer a {@link Result}, both in types that
 * every class loader shares.
 */
final class ExploredWorld implements Function<List<String>, List<String>> {

    /**
     * What came of it.
     *
     * @param runs how many runs there were
     * @param cutOff how many of them ended early, because an earlier one did the same
     * @param steps how many steps the longest had until its callers had ended
     * @param isWhole whether there is no other order
     * @param wrong what was wrong in the last run, with its story; empty if nothing was
     */
    record Result(long runs, long cutOff, int steps, boolean isWhole, String wrong) {

        static Result of(List<String> texts) {
            return new Result(
                    Long.parseLong(texts.get(0)),
                    Long.parseLong(texts.get(1)),
                    Integer.parseInt(texts.get(2)),
                    Boolean.parseBoolean(texts.get(3)),
                    texts.get(4));
        }

        private List<String> texts() {
            return List.of(
                    Long.toString(runs),
                    Long.toString(cutOff),
                    Integer.toString(steps),
                    Boolean.toString(isWhole),
                    wrong);
        }
    }

    @Override
    public List<String> apply(List<String> scenarioAndMost) {
        try (Simulation simulation = Simulation.ofTheEngine()) {
            return explore(simulation, Scenario.parse(scenarioAndMost.get(0)), Long.parseLong(scenarioAndMost.get(1)))
                    .texts();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static Result explore(Simulation simulation, Scenario scenario, long most) throws InterruptedException {
        Exploration exploration = new Exploration();
        long runs = 0;
        long cutOff = 0;
        int steps = 0;
        boolean more = true;
        while (more && runs < most) {
            exploration.begin();
            Simulation.Outcome outcome = simulation.run(scenario, exploration, false);
            runs++;
            steps = Math.max(steps, exploration.steps());
            if (exploration.isCutOff()) {
                cutOff++;
            } else if (outcome.isWrong()) {
                exploration.begin();
                return new Result(
                        runs, cutOff, steps, false, Simulation.text(simulation.run(scenario, exploration, true)));
            }
            more = exploration.advance();
        }
        return new Result(runs, cutOff, steps, !more, "");
    }
}
