// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.report.data.Conclusions.ClaimRow;
import dev.interlock.report.data.Conclusions.ClaimRow.Shown;
import dev.interlock.report.data.Conclusions.Proof;
import dev.interlock.report.evaluation.ResultLookup.Result;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.List;

/**
 * A published claim, our verdict on it, and the results of a report that support the verdict.
 *
 * @param source author and title, or the subject where neither is known
 * @param argument the author's argument, in our words
 * @param claim the claim, in our words
 * @param verdict one or two words
 * @param why the reason, in one or two sentences
 * @param checks the results that a report must have if our verdict is right
 */
record SourcedClaim(String source, String argument, String claim, String verdict, String why, List<Check> checks) {

    /** Looks up one result that the verdict rests on. */
    @FunctionalInterface
    interface Check {

        Result in(ResultLookup results);
    }

    /** A single contradiction denies the verdict; a check that was not run leaves the claim open in part. */
    ClaimRow checkedBy(ResultLookup results) {
        List<Result> found = checks.stream().map(check -> check.in(results)).toList();
        List<Shown> shown = found.stream().map(Result::shown).distinct().toList();
        List<Proof> all = found.stream().flatMap(each -> each.proofs().stream()).toList();
        Shown whole = shown.contains(Shown.DENIED)
                ? Shown.DENIED
                : !shown.contains(Shown.SHOWN)
                        ? Shown.NOT_SHOWN
                        : shown.contains(Shown.NOT_SHOWN) ? Shown.PARTLY : Shown.SHOWN;
        return new ClaimRow(source, argument, claim, verdict, why, whole, all);
    }

    static Check holds(Situation situation, String backend) {
        return results -> results.cell(situation, true, backend);
    }

    static Check broken(Situation situation, String backend) {
        return results -> results.cell(situation, false, backend);
    }

    static Check rule(Rule rule, String backend) {
        return results -> results.rule(rule, backend);
    }

    static Check mutant(String id) {
        return results -> results.mutant(id);
    }

    static Check measured(String title, String backend) {
        return results -> results.measured(title, backend);
    }
}
