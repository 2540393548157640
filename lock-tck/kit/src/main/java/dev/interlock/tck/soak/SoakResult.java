// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import dev.interlock.tck.history.Verdict;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of a soak. Immutable.
 *
 * @param plan the plan
 * @param updates how many guarded updates were accepted
 * @param operations how many requests to the store were recorded
 * @param faults how many of each kind were injected
 * @param verdicts the verdict of each check, by the question it answers; only {@link Verdict.Ok} passes
 */
public record SoakResult(
        SoakPlan plan, long updates, long operations, Map<String, Integer> faults, Map<String, Verdict> verdicts) {

    /** Copies the maps. */
    public SoakResult {
        faults = Map.copyOf(new TreeMap<>(faults));
        verdicts = Map.copyOf(new TreeMap<>(verdicts));
    }

    /** {@return whether every check passes} */
    public boolean passes() {
        return verdicts.values().stream().allMatch(Verdict::passes);
    }

    /** One line, with the seed that repeats the choices, and one line for each check. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("soak of " + plan.duration().toSeconds() + " s from seed " + plan.seed()
                + ": " + operations + " requests to the store, " + updates + " guarded updates, faults "
                + new TreeMap<>(faults));
        new TreeMap<>(verdicts)
                .forEach((question, verdict) ->
                        text.append("\n  ").append(question).append(": ").append(verdict));
        return text.toString();
    }
}
