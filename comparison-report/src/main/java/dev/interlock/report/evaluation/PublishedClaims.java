// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.interlock.report.data.Conclusions.ClaimRow;
import dev.interlock.report.data.Conclusions.ClaimRow.Shown;
import dev.interlock.report.data.Conclusions.Proof;
import dev.interlock.report.evaluation.ResultLookup.Result;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.List;
import java.util.stream.Stream;

/**
 * The claims of one source, from {@code claims.json}: the arguments about Redlock of two authors in February 2016, and
 * the claims of five widely read tutorials and of the page of a command that seems to cure what they leave open.
 *
 * @param source author and title, or the subject where neither is known
 * @param address where it is published, for the maintainer of the file; empty for the tutorials
 * @param claims its claims
 */
record PublishedClaims(String source, String address, List<Claim> claims) {

    private static final List<PublishedClaims> ALL = DataFile.read("claims.json", PublishedClaims.class);

    /** The results that any verdict rests on. */
    static Stream<Check> checks() {
        return ALL.stream().flatMap(source -> source.claims.stream()).flatMap(claim -> claim.checks.stream());
    }

    static List<ClaimRow> checkedBy(ResultLookup results) {
        return ALL.stream()
                .flatMap(source -> source.claims.stream().map(claim -> claim.checkedBy(results, source.source)))
                .toList();
    }

    /**
     * A published claim, our verdict on it, and the results of a report that support the verdict.
     *
     * @param claim the claim, in our words
     * @param argument the author's argument, in our words
     * @param verdict one or two words
     * @param why the reason, in one or two sentences
     * @param checks the results that a report must have if our verdict is right
     */
    record Claim(String claim, String argument, String verdict, String why, List<Check> checks) {

        /** A single contradiction denies the verdict; a check that was not run leaves the claim open in part. */
        private ClaimRow checkedBy(ResultLookup results, String source) {
            List<Result> found = checks.stream().map(check -> check.in(results)).toList();
            List<Shown> shown = found.stream().map(Result::shown).distinct().toList();
            List<Proof> all =
                    found.stream().flatMap(each -> each.proofs().stream()).toList();
            Shown whole = shown.contains(Shown.DENIED)
                    ? Shown.DENIED
                    : !shown.contains(Shown.SHOWN)
                            ? Shown.NOT_SHOWN
                            : shown.contains(Shown.NOT_SHOWN) ? Shown.PARTLY : Shown.SHOWN;
            return new ClaimRow(source, argument, claim, verdict, why, whole, all);
        }
    }

    /** A result that a verdict rests on; its fields in the file tell its kind. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
    @JsonSubTypes({
        @JsonSubTypes.Type(Holds.class),
        @JsonSubTypes.Type(Broken.class),
        @JsonSubTypes.Type(Passes.class),
        @JsonSubTypes.Type(Killed.class),
        @JsonSubTypes.Type(Measured.class)
    })
    sealed interface Check {

        Result in(ResultLookup results);
    }

    /** A guarantee holds in a situation on a backend. */
    record Holds(Situation holds, String on) implements Check {

        @Override
        public Result in(ResultLookup results) {
            return results.cell(holds, true, on);
        }
    }

    /** A guarantee breaks in a situation on a backend. */
    record Broken(Situation broken, String on) implements Check {

        @Override
        public Result in(ResultLookup results) {
            return results.cell(broken, false, on);
        }
    }

    /** A rule passes on a backend. */
    record Passes(Rule rule, String on) implements Check {

        @Override
        public Result in(ResultLookup results) {
            return results.rule(rule, on);
        }
    }

    /** A mutant is killed. */
    record Killed(String mutant) implements Check {

        @Override
        public Result in(ResultLookup results) {
            return results.mutant(mutant);
        }
    }

    /** A measurement with this title has figures on a backend. */
    record Measured(String measured, String on) implements Check {

        @Override
        public Result in(ResultLookup results) {
            return results.measured(measured, on);
        }
    }
}
