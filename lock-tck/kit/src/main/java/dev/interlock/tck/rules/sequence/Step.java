// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.tck.context.StandaloneContext;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A step on the locks of a sequence.
 *
 * @param what how the story tells it
 * @param of the attempts whose step it is; none for an operator's
 * @param action does it
 * @param judge what the model says of its outcome
 * @param effect what it does if it is executed, and its outcome is not known
 */
record Step<T>(String what, List<Asked> of, Supplier<T> action, Judge<T> judge, Effect effect) {

    /** Of a step that is not asked about one that goes without an answer. */
    private static final Effect NOT_ASKED = (locks, began) -> {
        throw new IllegalStateException("the effect of a step that is never without an answer");
    };

    Step(String what, List<Asked> of, Supplier<T> action, Judge<T> judge) {
        this(what, of, action, judge, NOT_ASKED);
    }

    /** Takes a step that was executed into the model. */
    interface Effect {

        /** The step began at a time, and no outcome is known. */
        void on(ExpectedLocks locks, long began);
    }

    /** Takes an outcome into the model. */
    interface Judge<T> {

        /** What is wrong with the outcome of a step that began at a time; null if nothing is. */
        @Nullable
        String wrongIn(ExpectedLocks locks, T outcome, long began);
    }

    /** A step that has ended. */
    record Done<T>(Step<T> step, T outcome, long began) {

        @Nullable
        String wrongIn(ExpectedLocks locks) {
            return step.judge.wrongIn(locks, outcome, began);
        }

        /** Whether the store may have executed the step, and did not say. */
        boolean isUnknown() {
            return SequenceRuleTest.isUnknown(outcome);
        }

        /** Whether the store has not executed the step. */
        boolean isRefused() {
            return outcome instanceof AcquireOutcome.Refused
                    || outcome instanceof AcquireAllOutcome.Refused
                    || outcome instanceof FreeOutcome.Refused;
        }

        void takeEffect(ExpectedLocks locks) {
            step.effect.on(locks, began);
        }

        @Override
        public String toString() {
            return step.what + " -> " + outcome;
        }
    }

    /** Whether the two may be under way at once: a client has one step of an attempt at a time. */
    boolean mayComeBeside(Step<?> other) {
        return Collections.disjoint(of, other.of);
    }

    Done<T> done() {
        long began = StandaloneContext.now();
        return new Done<>(this, action.get(), began);
    }
}
