// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.Figure;
import dev.interlock.report.data.GuardReport;
import dev.interlock.report.data.GuardReport.GuardTrial;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Report;
import java.util.List;

/** The guards, for the templates. */
public final class GuardsView {

    private GuardsView() {}

    /**
     * The trials, which are the same for all guards.
     *
     * @param report the report
     * @return those of the first guard that has any
     */
    public static List<GuardTrial> trials(Report report) {
        return report.guards().stream()
                .map(GuardReport::trials)
                .filter(trials -> !trials.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /**
     * The costs of a guard.
     *
     * @param guard the guard
     * @return the figures, none if they were not measured
     */
    public static List<Figure> figures(GuardReport guard) {
        Measurement cost = guard.cost();
        return cost == null
                ? List.of()
                : cost.figures().stream()
                        .filter(figure -> figure.reference() != null)
                        .toList();
    }
}
