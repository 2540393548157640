// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.annotation.hold.MethodBody;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Watches calls of {@link Locked} methods, for traces. Thread-safe. */
public interface CallObserver {

    /**
     * Watches a call that is about to request its locks.
     *
     * @param method the method, such as {@code Orders.pay}
     * @param client the name of the client's bean
     * @param locks the names of the locks
     * @return the call
     */
    ObservedCall begin(String method, String client, List<String> locks);

    /** A call that is watched from its request to its end. Thread-safe. */
    interface ObservedCall {

        /** A call that nothing watches. */
        ObservedCall UNSEEN = new ObservedCall() {

            @Override
            public <T extends @Nullable Object, X extends Throwable> T granted(MethodBody<T, X> method) throws X {
                return method.run();
            }

            @Override
            public void ended(@Nullable Throwable failure) {}
        };

        /**
         * Runs the method, since the locks have been granted.
         *
         * @param <T> the type of the result
         * @param <X> the exceptions of the method
         * @param method the method
         * @return its result
         * @throws X as the method
         */
        <T extends @Nullable Object, X extends Throwable> T granted(MethodBody<T, X> method) throws X;

        /**
         * The call has ended. Called once.
         *
         * @param failure what the caller gets, or null
         */
        void ended(@Nullable Throwable failure);
    }
}
