// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.GuardReport;
import dev.interlock.report.data.GuardTrial;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Reading;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.Rival;
import java.util.List;
import java.util.Objects;

/** What the page says of guards. */
public final class GuardWords {

    private GuardWords() {}

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
     * What a guard costs.
     *
     * @param guard the guard
     * @return the figures, none if they were not measured
     */
    public static List<Reading> figures(GuardReport guard) {
        Measurement cost = guard.cost();
        return cost == null
                ? List.of()
                : cost.readings().stream()
                        .filter(reading -> reading.rival() != null)
                        .toList();
    }

    /**
     * The same without a guard.
     *
     * @param reading one of {@link #figures}
     * @return its rival
     */
    public static Rival plain(Reading reading) {
        return Objects.requireNonNull(reading.rival(), reading.what());
    }
}
