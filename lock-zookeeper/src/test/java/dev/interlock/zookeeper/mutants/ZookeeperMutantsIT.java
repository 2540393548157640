// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantTrial;
import dev.interlock.tck.Rule;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.TckRunner;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each broken ZooKeeper lock is caught by the rule named for it, on a real server; what they are made from is not. */
@Tag("nightly")
class ZookeeperMutantsIT {

    @ParameterizedTest
    @MethodSource("mutants")
    void every_mutant_is_killed_by_the_rule_named_for_it(Mutant mutant) {
        MutantTrial trial = MutantTrial.of(mutant);
        assertThat(trial.killed()).as(trial.toString()).isTrue();
    }

    @Test
    void the_sound_lock_that_they_are_made_from_keeps_these_rules() {
        Set<Rule> rules = EnumSet.noneOf(Rule.class);
        mutants().forEach(mutant -> rules.addAll(mutant.killedBy()));
        assertThat(TckRunner.run(ZookeeperMutants.control(), rules, result -> {}))
                .allMatch(result -> result.outcome() == Outcome.PASSED);
    }

    /** The waiters of this lock poll, so that either may be first. */
    @Test
    void the_sound_lock_that_recalls_keeps_the_rules_of_retention() {
        assertThat(TckRunner.run(
                        ZookeeperMutants.recallingControl(),
                        EnumSet.of(Rule.RET_1, Rule.RET_2, Rule.RET_3),
                        result -> {}))
                .hasSizeGreaterThan(5)
                .allMatch(result -> result.outcome() == Outcome.PASSED);
    }

    static List<Mutant> mutants() {
        return new ZookeeperMutants().mutants();
    }
}
