// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Conclusions.ClaimRow;
import dev.interlock.report.data.LeftOut;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.evaluation.Evaluation;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The mutants of a short run exist, and among them are all that the claims rest on. */
final class ScopeTest {

    @Test
    void the_most_likely_mistakes_exist() {
        assertThat(MutantCatalog.all()).extracting(Mutant::id).containsAll(Scope.MOST_LIKELY);
    }

    @Test
    void what_is_said_of_claims_rests_on_no_other() {
        assertThat(claims(Scope.SHORT.mutants())).isEqualTo(claims(mutant -> true));
        assertThat(claims(Scope.SHORT.mutants())).isNotEqualTo(claims(mutant -> false));
    }

    private static List<ClaimRow> claims(Predicate<Mutant> tried) {
        List<MutantRow> rows = MutantCatalog.all().stream()
                .filter(tried)
                .map(mutant -> new MutantRow(mutant.id(), mutant.broken(), "a store", true, List.of()))
                .collect(Collectors.toList());
        return Evaluation.of(List.of(new BackendReport(
                        "redis",
                        false,
                        null,
                        null,
                        null,
                        List.of(),
                        List.of(),
                        rows,
                        List.of(),
                        LeftOut.NOTHING,
                        List.of())))
                .claims();
    }
}
