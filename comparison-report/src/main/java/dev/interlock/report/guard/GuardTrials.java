// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.guard;

import dev.interlock.report.data.GuardReport.GuardTrial;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.guard.GuardOutcome;
import dev.interlock.tck.guard.GuardScenario;
import dev.interlock.tck.guard.GuardUse;
import dev.interlock.tck.guard.GuardedStore;
import dev.interlock.tck.guard.OverlappingHolds;
import java.util.List;
import java.util.function.Function;

/**
 * The trials of a guard. Two clients that both believe to hold one real lock change one number, in orders of steps that
 * do harm without a guard, and in one that does not.
 */
public final class GuardTrials {

    /**
     * A guard that refuses everything would protect a resource too: it must also accept the writes that it may not
     * refuse.
     */
    private enum Wanted {
        WHOLE("stays whole") {
            @Override
            boolean isMet(GuardOutcome outcome) {
                return outcome.isWhole() && (outcome.use() != GuardUse.CLAIM_FIRST || outcome.isServed());
            }
        },
        CORRUPTED("is corrupted") {
            @Override
            boolean isMet(GuardOutcome outcome) {
                return !outcome.isWhole();
            }
        };

        private final String words;

        Wanted(String words) {
            this.words = words;
        }

        abstract boolean isMet(GuardOutcome outcome);
    }

    private record Trial(GuardUse use, GuardScenario scenario, Wanted wanted) {}

    /** The controls come first: an order of steps that does no harm without a guard would prove nothing. */
    private static final List<Trial> TRIALS = List.of(
            new Trial(GuardUse.NO_GUARD, GuardScenario.PAUSED_BEFORE_THE_WRITE, Wanted.CORRUPTED),
            new Trial(GuardUse.NO_GUARD, GuardScenario.WRITES_BETWEEN_READ_AND_WRITE, Wanted.CORRUPTED),
            new Trial(GuardUse.NO_GUARD, GuardScenario.PAUSED_WITHIN_THE_WRITE, Wanted.CORRUPTED),
            new Trial(GuardUse.CHECK_AT_THE_WRITE, GuardScenario.PAUSED_BEFORE_THE_WRITE, Wanted.WHOLE),
            new Trial(GuardUse.CHECK_AT_THE_WRITE, GuardScenario.WRITES_BETWEEN_READ_AND_WRITE, Wanted.CORRUPTED),
            new Trial(GuardUse.CLAIM_FIRST, GuardScenario.PAUSED_BEFORE_THE_WRITE, Wanted.WHOLE),
            new Trial(GuardUse.CLAIM_FIRST, GuardScenario.WRITES_BETWEEN_READ_AND_WRITE, Wanted.WHOLE),
            new Trial(GuardUse.CLAIM_FIRST, GuardScenario.WRITES_AS_THE_NEWER_BEGINS, Wanted.WHOLE),
            new Trial(GuardUse.CLAIM_FIRST, GuardScenario.PAUSED_WITHIN_THE_WRITE, Wanted.WHOLE),
            new Trial(GuardUse.CLAIM_FIRST, GuardScenario.SEVERAL_STEPS, Wanted.WHOLE));

    private GuardTrials() {}

    /**
     * Runs all trials.
     *
     * @param fixture the locks, with {@linkplain LockFixture#storeHooks() hooks}
     * @param stores makes the number that a lock protects
     * @return the result of each trial
     */
    public static List<GuardTrial> of(LockFixture fixture, Function<String, GuardedStore> stores) {
        return TRIALS.stream().map(trial -> run(trial, fixture, stores)).toList();
    }

    private static GuardTrial run(Trial trial, LockFixture fixture, Function<String, GuardedStore> stores) {
        try (OverlappingHolds holds = new OverlappingHolds(fixture)) {
            GuardedStore store = stores.apply(holds.older().lock().value());
            GuardOutcome outcome = trial.scenario.play(store, trial.use, holds.older(), holds.newer());
            return new GuardTrial(
                    words(trial.use),
                    words(trial.scenario),
                    trial.wanted.words,
                    outcome.isWhole() ? "whole" : "corrupted",
                    seen(outcome),
                    trial.wanted.isMet(outcome));
        }
    }

    private static String seen(GuardOutcome outcome) {
        return "Accepted were " + outcome.olderAccepted() + " of the older holder's writes and "
                + outcome.newerAccepted() + " of the newer one's; the number was " + outcome.value()
                + (outcome.isWhole() ? "." : ": an accepted update was lost.");
    }

    private static String words(GuardUse use) {
        return switch (use) {
            case NO_GUARD -> "no guard";
            case CHECK_AT_THE_WRITE -> "token checked at the write only";
            case CLAIM_AFTER_THE_READ -> "claim after the read";
            case CLAIM_APART -> "claim apart from the effect";
            case CLAIM_FIRST -> "claim before the first read";
        };
    }

    private static String words(GuardScenario scenario) {
        return switch (scenario) {
            case PAUSED_BEFORE_THE_WRITE ->
                "the older holder reads and is paused; the newer one does all its work; the older one writes";
            case WRITES_BETWEEN_READ_AND_WRITE ->
                "the older holder wakes up and writes between the newer one's read and write";
            case WRITES_AS_THE_NEWER_BEGINS -> "the older holder wakes up and writes just after the newer one began";
            case PAUSED_WITHIN_THE_WRITE -> "the older holder is paused within its write, between check and effect";
            case SEVERAL_STEPS -> "no fault: one hold takes several steps, and another one comes after it";
        };
    }
}
