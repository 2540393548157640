// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantTrial;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each broken row lock is caught by the rule named for it, on a real server. */
@Tag("nightly")
class RowLockMutantsIT {

    @ParameterizedTest
    @MethodSource("mutants")
    void every_mutant_is_killed_by_the_rule_named_for_it(Mutant mutant) {
        MutantTrial trial = MutantTrial.of(mutant);
        assertThat(trial.killed()).as(trial.toString()).isTrue();
    }

    static List<Mutant> mutants() {
        return new RowLockMutants().mutants();
    }
}
