// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** Defects in the withdrawals. */
final class PlantedInWithdrawals {

    static final List<PlantedDefect> ALL = List.of(
            new PlantedDefect(
                    "unknown-kept",
                    "what a request without an answer may have left is not withdrawn",
                    "AttemptRequests",
                    "if (unanswered > 0) {",
                    "if (unanswered > 5) {",
                    1000),
            new PlantedDefect(
                    "one-try",
                    "a withdrawal ends with its first answer",
                    "Compensator",
                    "} else if (withdrawal.several || !(outcome instanceof ReleaseOutcome.Released)) {",
                    "} else if (withdrawal.several) {",
                    8000),
            new PlantedDefect(
                    "unknown-release-kept",
                    "a release without an answer is not followed by a withdrawal",
                    "Release",
                    "hold.withdrawIfNeeded(answer.result == ReleaseResult.UNKNOWN);",
                    "hold.withdrawIfNeeded(false);",
                    30000));

    private PlantedInWithdrawals() {}
}
