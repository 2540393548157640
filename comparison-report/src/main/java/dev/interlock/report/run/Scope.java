// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.mutants.Mutant;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.tck.Rule;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How much of everything to run. What it leaves out is told in the report, and nothing is claimed of it.
 *
 * @param rules which rules
 * @param mutants which mutants
 * @param benchmarks which measurements
 * @param budget how much to measure
 */
public record Scope(Set<Rule> rules, Predicate<Mutant> mutants, Predicate<Benchmark> benchmarks, Budget budget) {

    /** Every rule, every mutant and every measurement. */
    public static final Scope FULL =
            new Scope(EnumSet.allOf(Rule.class), mutant -> true, benchmark -> true, Budget.STANDARD);

    /** Every rule, with the mutants and measurements that there is time for in a short run. */
    public static final Scope SHORT =
            new Scope(EnumSet.allOf(Rule.class), TellingMutants::contain, BriefMeasurements::contain, Budget.BRIEF);
}
