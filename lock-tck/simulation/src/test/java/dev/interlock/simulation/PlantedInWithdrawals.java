// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** Defects in the withdrawals. */
final class PlantedInWithdrawals {

    static final List<PlantedDefect> ALL = List.of(new PlantedDefect(
            "unknown-kept",
            "what a request without an answer may have left is not withdrawn",
            "AttemptRequests",
            "if (unanswered > 0) {",
            "if (unanswered > 5) {",
            500));

    private PlantedInWithdrawals() {}
}
