// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/**
 * What a run left out on a backend although it could run there: the report claims nothing about it.
 *
 * @param rules the ids of rules
 * @param mutants the ids of mutants
 * @param measurements the titles of measurements
 * @param reason the reason, in one sentence; empty if nothing was left out
 */
public record LeftOut(List<String> rules, List<String> mutants, List<String> measurements, String reason) {

    /** Nothing was left out. */
    public static final LeftOut NOTHING = new LeftOut(List.of(), List.of(), List.of(), "");

    /** Copies the lists. */
    public LeftOut {
        rules = List.copyOf(rules);
        mutants = List.copyOf(mutants);
        measurements = List.copyOf(measurements);
    }

    /**
     * Whether anything was left out.
     *
     * @return true if so
     */
    public boolean any() {
        return !rules.isEmpty() || !mutants.isEmpty() || !measurements.isEmpty();
    }

    /** How much was left out, such as {@code 16 mutants and 3 measurements}. */
    @Override
    public String toString() {
        List<String> parts = List.of(
                count(rules.size(), "rule"),
                count(mutants.size(), "mutant"),
                count(measurements.size(), "measurement"));
        List<String> said = parts.stream().filter(part -> !part.isEmpty()).toList();
        int last = said.size() - 1;
        return last < 1 ? String.join("", said) : String.join(", ", said.subList(0, last)) + " and " + said.get(last);
    }

    private static String count(int number, String what) {
        return number == 0 ? "" : number + " " + what + (number == 1 ? "" : "s");
    }
}
