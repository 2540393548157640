// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** Defects in the compensations. */
final class PlantedInCompensations {

    static final List<PlantedDefect> ALL = List.of(
            new PlantedDefect(
                    "unknown-kept",
                    "what a request without an answer may have left is not compensated",
                    "AttemptRequests",
                    "if (unanswered > 0) {",
                    "if (unanswered > 5) {",
                    1000),
            new PlantedDefect(
                    "one-try",
                    "a compensation ends with its first answer",
                    "Compensator",
                    "} else if (compensation.several || !(outcome instanceof ReleaseOutcome.Released)) {",
                    "} else if (compensation.several) {",
                    8000),
            new PlantedDefect(
                    "unknown-release-kept",
                    "a release without an answer is not followed by a compensation",
                    "Release",
                    "hold.compensateIfNeeded(answer.result == ReleaseResult.UNKNOWN);",
                    "hold.compensateIfNeeded(false);",
                    30000));

    private PlantedInCompensations() {}
}
