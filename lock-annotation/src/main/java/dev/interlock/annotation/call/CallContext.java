// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import dev.interlock.annotation.hold.HoldsAround;
import dev.interlock.annotation.hold.MethodBody;
import org.jspecify.annotations.Nullable;

/** How a framework carries the holds of a call, and its own context, to the threads that work for it. Thread-safe. */
public interface CallContext {

    /**
     * Runs a body on this thread with holds around it.
     *
     * @param <T> the type of the result
     * @param <X> the exceptions of the body
     * @param holds the holds
     * @param body the body
     * @return its result
     * @throws X as the body
     */
    <T extends @Nullable Object, X extends Throwable> T within(HoldsAround holds, MethodBody<T, X> body) throws X;

    /**
     * Takes the context of this thread.
     *
     * @return the context, for other threads
     */
    Captured capture();

    /** The context of a thread, taken for others. Thread-safe. */
    interface Captured {

        /**
         * Runs a body on this thread in that context.
         *
         * @param <T> the type of the result
         * @param <X> the exceptions of the body
         * @param body the body
         * @return its result
         * @throws X as the body
         */
        <T extends @Nullable Object, X extends Throwable> T run(MethodBody<T, X> body) throws X;
    }

    /**
     * Carries the holds alone.
     *
     * @return a context without anything of a framework
     */
    static CallContext ofThread() {
        return new ThreadContext();
    }
}
