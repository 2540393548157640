// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** Defects in the renewals. */
final class PlantedInRenewals {

    static final List<PlantedDefect> ALL = List.of(new PlantedDefect(
            "one-failure-ends",
            "renewals end with the first that fails",
            "RenewalCycle",
            "unanswered = failures; dueNanos",
            "unanswered = failures; stopped = true; dueNanos",
            4000));

    private PlantedInRenewals() {}
}
