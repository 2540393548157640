// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockSettings;
import dev.interlock.jdbc.tck.JdbcOpener;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantTrial;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.runner.Outcome;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each broken SQL lock is caught by the rule named for it, on a real server. */
@Tag("nightly")
class JdbcMutantsIT {

    @ParameterizedTest
    @MethodSource("mutants")
    void every_mutant_is_killed_by_the_rule_named_for_it(Mutant mutant) {
        MutantTrial trial = MutantTrial.of(mutant);
        assertThat(trial.killed()).as(trial.toString()).isTrue();
    }

    /** On the store on which mutants do not follow a new primary. */
    @Test
    void what_follows_a_new_primary_is_not_killed() {
        List<Function<LockSettings, LockBackend>> sound = List.of(SwitchMutants.FollowsPrimary::new, new JdbcOpener());
        for (Function<LockSettings, LockBackend> opener : sound) {
            MutantTrial trial = MutantTrial.of(SwitchMutants.mutant("sound", "nothing is broken", opener));
            assertThat(trial.killed()).as(trial.toString()).isFalse();
            assertThat(trial.results()).allMatch(result -> result.outcome() == Outcome.PASSED);
        }
    }

    static List<Mutant> mutants() {
        return new JdbcMutants().mutants();
    }
}
