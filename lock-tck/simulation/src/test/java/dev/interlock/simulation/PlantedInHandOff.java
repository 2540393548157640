// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** Defects in what passes a lock on inside a client. */
final class PlantedInHandOff {

    static final List<PlantedDefect> ALL = List.of(
            new PlantedDefect(
                    "same-token",
                    "the handle that follows has the token of the one before",
                    "Hold",
                    "token = before.token + 1;",
                    "token = before.token;",
                    100),
            new PlantedDefect(
                    "past-the-block",
                    "more handles follow each other than tokens were reserved",
                    "HandOffBudget",
                    "new HandOffBudget(left - 1, tokensLeft - 1,",
                    "new HandOffBudget(left, tokensLeft,",
                    1000),
            new PlantedDefect(
                    "turn-dropped",
                    "a waiter that leaves keeps what it was offered meanwhile",
                    "Acquisition",
                    "wait.stop(); passOnOffered();",
                    "wait.stop();",
                    20_000),
            new PlantedDefect(
                    "given-back-and-held",
                    "an offer that no waiter takes is released, and still counts as held here",
                    "Hold",
                    "holds.freed(this); compensation.compensate(renewals.kept(), () ->",
                    "compensation.compensate(renewals.kept(), () ->",
                    20_000));

    private PlantedInHandOff() {}
}
