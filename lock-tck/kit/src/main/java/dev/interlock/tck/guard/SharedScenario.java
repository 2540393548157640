// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.guard;

import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingDomain;
import java.util.ArrayList;
import java.util.List;

/** Effects of readers and writers of one lock, in order, and which of them the guard must refuse. */
public enum SharedScenario {
    /** A reader is paused between its read and its effect, and a writer comes in between. */
    READER_FROM_BEFORE_A_WRITE(Step.reads(5), Step.writes(6), Step.reads(5).refused()),

    /** A writer is paused, and a reader comes in between: what that reader saw must stay true. */
    WRITER_FROM_BEFORE_A_READER(Step.writes(5), Step.reads(6), Step.writes(5).refused(), Step.reads(6)),

    /** No fault: neither reader makes the other stale, and a writer after both is served. */
    TWO_READERS(Step.reads(5), Step.reads(6), Step.reads(5), Step.reads(6), Step.writes(7)),

    /** No fault: the reader with the greater token comes first. The greater token counts for writers all the same. */
    TWO_READERS_THE_OTHER_WAY(Step.reads(7), Step.reads(5), Step.writes(6).refused(), Step.reads(5), Step.writes(8)),

    /** A writer is paused, and another writer comes in between. */
    WRITER_FROM_BEFORE_A_WRITE(Step.writes(5), Step.writes(6), Step.writes(5).refused(), Step.writes(6)),

    /** A later writer has claimed and not yet written: the effect of an older reader would be stale at once. */
    READER_AFTER_A_LATER_WRITERS_CLAIM(
            Step.writes(6).withoutEffect(), Step.reads(5).refused(), Step.writes(6), Step.reads(7)),

    /** The first reader of a new store excludes all holders of the old one, and its tokens start again. */
    READER_OF_A_NEW_GENERATION(
            Step.writes(50),
            Step.reads(5).ofGeneration(2),
            Step.reads(51).refused(),
            Step.writes(52).refused(),
            Step.reads(3).ofGeneration(2),
            Step.writes(4).ofGeneration(2).refused(),
            Step.writes(6).ofGeneration(2),
            Step.reads(5).ofGeneration(2).refused()),

    /** Tokens beyond 2^53, where a floating-point number would take neighbours as equal. */
    LARGE_TOKENS(
            Step.reads((1L << 53) + 1),
            Step.writes(1L << 53).refused(),
            Step.writes(Long.MAX_VALUE - 1),
            Step.reads((1L << 53) + 1).refused(),
            Step.reads(Long.MAX_VALUE),
            Step.writes(Long.MAX_VALUE - 1).refused());

    @SuppressWarnings("ImmutableEnumChecker") // a copy, of records of values
    private final List<Step> steps;

    SharedScenario(Step... steps) {
        this.steps = List.of(steps);
    }

    /**
     * Plays the scenario. Each accepted effect sets the number to another value.
     *
     * @param store a store whose guard has no claim of the lock
     * @param lockName the lock for readers and writers
     * @return what went wrong, in words; empty if the guard is right
     */
    public List<String> play(GuardedStore store, String lockName) {
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            long before = store.read();
            boolean accepted = isAccepted(() -> step.run(store, lockName, before + 1));
            if (accepted != step.accepted) {
                wrong.add("step " + (i + 1) + " of " + this + " was " + (accepted ? "accepted" : "refused") + ": "
                        + step);
            }
            long expected = accepted && step.effect ? before + 1 : before;
            if (store.read() != expected) {
                wrong.add("after step " + (i + 1) + " of " + this + " the number was " + store.read() + ", not "
                        + expected);
            }
        }
        return List.copyOf(wrong);
    }

    private static boolean isAccepted(Runnable step) {
        try {
            step.run();
            return true;
        } catch (StaleTokenException e) {
            return false;
        }
    }

    private record Step(boolean write, int generation, long token, boolean effect, boolean accepted) {

        static Step reads(long token) {
            return new Step(false, 1, token, true, true);
        }

        static Step writes(long token) {
            return new Step(true, 1, token, true, true);
        }

        Step ofGeneration(int other) {
            return new Step(write, other, token, effect, accepted);
        }

        Step withoutEffect() {
            return new Step(write, generation, token, false, accepted);
        }

        Step refused() {
            return new Step(write, generation, token, effect, false);
        }

        void run(GuardedStore store, String lockName, long value) {
            FencingDomain domain = new FencingDomain("tck-guard", generation);
            if (!write) {
                store.claimAndWrite(domain.reading(lockName + "/read", token), value);
            } else if (effect) {
                store.claimAndWrite(domain.writing(lockName + "/write", token), value, () -> {});
            } else {
                store.claim(domain.writing(lockName + "/write", token));
            }
        }
    }
}
