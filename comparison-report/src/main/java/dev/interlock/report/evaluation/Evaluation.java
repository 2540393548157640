// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Conclusions;
import dev.interlock.report.data.Conclusions.ClaimRow;
import dev.interlock.report.data.SituationRow;
import java.util.List;
import java.util.stream.Stream;

/** The step from results to conclusions. */
public final class Evaluation {

    private Evaluation() {}

    /**
     * Draws the conclusions.
     *
     * @param backends all backends of a report; those that were not run contribute nothing
     * @return the conclusions, each with its evidence
     */
    public static Conclusions of(List<BackendReport> backends) {
        List<BackendReport> ran =
                backends.stream().filter(backend -> backend.notRun() == null).toList();
        List<SituationRow> situations = SituationTable.of(ran);
        ResultLookup results = new ResultLookup(ran, situations);
        return new Conclusions(situations, StoreAdvice.of(ran, situations), claims(results), KnownMistakes.in(ran));
    }

    private static List<ClaimRow> claims(ResultLookup results) {
        return Stream.of(RedlockDebate.all(), TutorialClaims.all())
                .flatMap(List::stream)
                .map(claim -> claim.checkedBy(results))
                .toList();
    }
}
