// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.mutants.Mutant;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.tck.Rule;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How much of everything to run.
 *
 * @param rules which rules
 * @param mutants which mutants
 * @param budget how much to measure
 */
public record Scope(Set<Rule> rules, Predicate<Mutant> mutants, Budget budget) {

    /**
     * Every rule and every mutant.
     *
     * @param budget how much to measure
     * @return the scope
     */
    public static Scope all(Budget budget) {
        return new Scope(EnumSet.allOf(Rule.class), mutant -> true, budget);
    }
}
