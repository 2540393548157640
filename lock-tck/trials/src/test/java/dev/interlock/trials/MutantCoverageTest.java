// SPDX-License-Identifier: Apache-2.0
package dev.interlock.trials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import dev.interlock.mutants.MutantTrial;
import dev.interlock.tck.Rule;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.TckRunner;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kit is proven by what it rejects: each mutant by the rules named for it, each rule by at least one mutant. */
class MutantCoverageTest {

    private static final List<Mutant> MUTANTS = MutantCatalog.all();

    /** Trials mostly wait, each on a store of its own, so a few at a time save most of the time. */
    private static final ExecutorService THREADS = Executors.newFixedThreadPool(6);

    private static final Map<Mutant, Future<MutantTrial>> TRIALS = new LinkedHashMap<>();
    private static final Set<String> TRIED = new HashSet<>();
    private static final Set<String> SHOWN_RED = new HashSet<>();

    @BeforeAll
    static void start_the_trials() {
        mutants().forEach(mutant -> TRIALS.put(mutant, THREADS.submit(() -> MutantTrial.of(mutant))));
    }

    /** Finer than the rule: a rule may have several tests. Checked only if all mutants were tried. */
    @AfterAll
    static void every_test_of_the_kit_was_shown_red() {
        THREADS.shutdownNow();
        if (TRIED.size() == mutants().size()) {
            assertThat(TckRunner.tests())
                    .as("tests of the kit that no mutant fails")
                    .allSatisfy(test -> assertThat(SHOWN_RED).contains(test));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void every_mutant_is_killed_by_the_rules_named_for_it(Mutant mutant) throws Exception {
        MutantTrial trial = TRIALS.get(mutant).get();
        TRIED.add(mutant.id());
        trial.results().stream()
                .filter(result -> result.outcome() == Outcome.FAILED)
                .forEach(result -> SHOWN_RED.add(result.test()));
        assertThat(trial.killed()).as(trial.toString()).isTrue();
    }

    @Test
    void every_rule_kills_a_mutant() {
        assertThat(mutants().stream().flatMap(mutant -> mutant.killedBy().stream()))
                .contains(Rule.values());
    }

    @Test
    void mutants_have_different_ids() {
        assertThat(mutants()).extracting(Mutant::id).doesNotHaveDuplicates();
    }

    static List<Mutant> mutants() {
        return MUTANTS;
    }
}
