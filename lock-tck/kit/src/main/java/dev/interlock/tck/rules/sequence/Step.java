// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

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
 */
record Step<T>(String what, List<Asked> of, Supplier<T> action, Judge<T> judge) {

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
