// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Conclusions;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The step from results to conclusions. */
public final class Evaluation {

    /** Advice leaves it out, since its locks are for one JVM. */
    private static final String MEMORY = "memory";

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
        List<BackendReport> shared =
                ran.stream().filter(backend -> !backend.name().equals(MEMORY)).toList();
        ResultLookup results = new ResultLookup(ran);
        return new Conclusions(
                results.situations(),
                SharedTable.of(ran),
                StoreAdvice.from(new ResultLookup(shared)),
                PublishedClaims.checkedBy(results),
                KnownMistake.in(ran));
    }

    /**
     * The mutants that the verdicts on claims rest on.
     *
     * @return their ids
     */
    public static Set<String> mutantsOfClaims() {
        return PublishedClaims.checks()
                .filter(PublishedClaims.Killed.class::isInstance)
                .map(check -> ((PublishedClaims.Killed) check).mutant())
                .collect(Collectors.toUnmodifiableSet());
    }
}
