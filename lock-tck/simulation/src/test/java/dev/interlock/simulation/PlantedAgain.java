// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** Defects that the engine or the store in memory had once, planted again. */
final class PlantedAgain {

    static final List<PlantedDefect> ALL = List.of(
            new PlantedDefect(
                            "doubtful-release-believed",
                            "a release without an answer is taken for executed though the machine has slept",
                            "Release",
                            "return certain && !deadline.hasPassed() && !deadline.hasSlept();",
                            "return !deadline.hasPassed();",
                            8000)
                    .hadUntil("99c36658"),
            new PlantedDefect(
                            "capped-doubt",
                            "a capped hold that is in doubt is not renewed",
                            "RenewalCycle",
                            "(deadline.isCapped() && !hold.isUncertain())",
                            "deadline.isCapped()",
                            6000)
                    .hadUntil("12c1277b"),
            new PlantedDefect(
                            "doubt-ended-from-before",
                            "a renewal that was sent before a doubt ends it",
                            "RenewalCycle",
                            "if (doubts != request.doubts) { hurry(); return false; }",
                            "",
                            6000)
                    .hadUntil("7b7b89ac"),
            new PlantedDefect(
                            "early-report-dropped",
                            "what is reported of a grant on its way is dropped",
                            "PendingReports",
                            "if (id.equals(expected)) { reports.add(report); }",
                            "",
                            1000)
                    .hadUntil("4c809df1"),
            new PlantedDefect(
                            "refused-withdrawal",
                            "a caller that waits for a compensation without a thread waits for ever",
                            "Compensator",
                            "public void drop() { afterwards.run(); }",
                            "public void drop() { }",
                            1000)
                    .hadUntil("b4dba3f8"),
            new PlantedDefect(
                            "ended-by-others",
                            "an acquisition that was ended by the close keeps its places",
                            "Acquisition",
                            "if (over) { return; }",
                            "if (result.isDone()) { return; }",
                            1000)
                    .hadUntil("b4dba3f8"),
            new PlantedDefect(
                            "first-hit-believed",
                            "a compensation ends with its first hit though another request of the attempt may be executed",
                            "Compensator",
                            "} else if (compensation.several || !(outcome instanceof ReleaseOutcome.Released)) {",
                            "} else if (!(outcome instanceof ReleaseOutcome.Released)) {",
                            20_000)
                    .hadUntil("291cb810"),
            new PlantedDefect(
                            "granted-after-release",
                            "a request without an answer is executed after the release of its repetition",
                            "HoldCompensation",
                            "return repeated && sinceGrant < grant.attempt().lease().toNanos();",
                            "return false;",
                            1000)
                    .hadUntil("6469afdb"));

    private PlantedAgain() {}
}
