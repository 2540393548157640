// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.mutants.Mutant;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.benchmark.RoundTripsBenchmark;
import dev.interlock.report.benchmark.UncontendedBenchmark;
import dev.interlock.report.evaluation.Evaluation;
import dev.interlock.tck.Rule;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How much of everything to run. The report lists what a scope leaves out, and claims nothing about it.
 *
 * @param rules the rules to run
 * @param mutants the mutants to run
 * @param benchmarks the measurements to take
 * @param budget how much to measure
 */
public record Scope(Set<Rule> rules, Predicate<Mutant> mutants, Predicate<Benchmark> benchmarks, Budget budget) {

    /** Every rule, every mutant and every measurement. */
    public static final Scope FULL =
            new Scope(EnumSet.allOf(Rule.class), mutant -> true, benchmark -> true, Budget.STANDARD);

    /** Every rule, with the mutants and measurements for which a short run has time. */
    public static final Scope SHORT =
            new Scope(EnumSet.allOf(Rule.class), Scope::isTelling, Scope::isOnTheCard, Budget.BRIEF);

    /** The most likely mistakes on stores of which the claims name hardly a mutant. */
    static final Set<String> MOST_LIKELY = Set.of(
            "zookeeper-session-is-hold",
            "etcd-release-any-owner",
            "etcd-ttl-rounded-down",
            "jdbc-client-clock",
            "jdbc-release-any-owner",
            "jdbc-select-then-update");

    private static boolean isTelling(Mutant mutant) {
        return MOST_LIKELY.contains(mutant.id()) || Evaluation.mutantsOfClaims().contains(mutant.id());
    }

    /** The card of a store shows the costs of these. */
    private static boolean isOnTheCard(Benchmark benchmark) {
        return benchmark instanceof UncontendedBenchmark || benchmark instanceof RoundTripsBenchmark;
    }
}
