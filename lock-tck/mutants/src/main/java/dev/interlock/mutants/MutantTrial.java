// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.RuleResult;
import dev.interlock.tck.runner.TckRunner;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A run of the kit on a mutant. A rule kills the mutant only by failing, not by an error or a time-out.
 *
 * @param mutant the mutant
 * @param store the description of its fixture
 * @param results the results of the rules
 */
public record MutantTrial(Mutant mutant, String store, List<RuleResult> results) {

    /** Copies the list. */
    public MutantTrial {
        results = List.copyOf(results);
    }

    /**
     * Runs the rules named for the mutant.
     *
     * @param mutant the mutant
     * @return the trial
     */
    public static MutantTrial of(Mutant mutant) {
        return run(mutant, mutant.killedBy());
    }

    /**
     * Runs every rule, to see which other rules fail.
     *
     * @param mutant the mutant
     * @return the trial
     */
    public static MutantTrial ofAllRules(Mutant mutant) {
        return run(mutant, EnumSet.allOf(Rule.class));
    }

    private static MutantTrial run(Mutant mutant, Set<Rule> rules) {
        LockFixture fixture = mutant.fixture().get();
        return new MutantTrial(mutant, fixture.description(), TckRunner.run(fixture, rules, result -> {}));
    }

    /**
     * Returns the rules that failed on the mutant.
     *
     * @return in the order of the contract
     */
    public Set<Rule> killers() {
        return results.stream()
                .filter(result -> result.outcome() == Outcome.FAILED)
                .map(RuleResult::rule)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns whether every rule named for the mutant failed on it.
     *
     * @return true if the mutant is killed
     */
    public boolean killed() {
        return killers().containsAll(mutant.killedBy());
    }

    /** The mutant and one line per result. */
    @Override
    public String toString() {
        return results.stream()
                .map(result -> result.outcome() + " " + result.test() + " " + result.message())
                .collect(Collectors.joining("\n  ", mutant + "\n  ", ""));
    }
}
