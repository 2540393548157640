// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.level;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Levels;
import dev.interlock.report.data.SituationRow;
import java.util.List;

/** Draws the conclusions from what backends did. */
public final class Conclusions {

    private Conclusions() {}

    /**
     * Draws them.
     *
     * @param backends all of a report; those that were not run say nothing
     * @return the conclusions, each with its evidence
     */
    public static Levels from(List<BackendReport> backends) {
        List<BackendReport> ran =
                backends.stream().filter(backend -> backend.notRun() == null).toList();
        List<SituationRow> situations = SituationTable.of(ran);
        Seen seen = new Seen(ran, situations);
        return new Levels(situations, Guide.of(ran, situations), Claims.checked(seen), KnownMistakes.in(ran));
    }
}
