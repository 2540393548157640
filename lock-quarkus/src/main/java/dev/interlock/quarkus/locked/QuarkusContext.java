// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import dev.interlock.annotation.call.CallContext;
import dev.interlock.annotation.hold.HoldsAround;
import dev.interlock.annotation.hold.MethodBody;
import java.util.concurrent.Executor;
import org.eclipse.microprofile.context.ThreadContext;
import org.jspecify.annotations.Nullable;

/**
 * Carries the holds, and what the application propagates between threads, such as the request context of CDI.
 *
 * @param propagation captures the context of a thread
 */
record QuarkusContext(ThreadContext propagation) implements CallContext {

    @Override
    public <T extends @Nullable Object, X extends Throwable> T within(HoldsAround holds, MethodBody<T, X> body)
            throws X {
        return holds.run(body);
    }

    @Override
    public Captured capture() {
        return new OfCaller(HoldsAround.current(), propagation.currentContextExecutor());
    }

    /**
     * The context of a caller.
     *
     * @param holds its holds, also if the application propagates nothing
     * @param within runs a task on the same thread within the context
     */
    private record OfCaller(HoldsAround holds, Executor within) implements Captured {

        @Override
        public <T extends @Nullable Object, X extends Throwable> T run(MethodBody<T, X> body) throws X {
            Outcome<T> outcome = new Outcome<>();
            within.execute(() -> outcome.of(() -> holds.run(body)));
            return outcome.get();
        }
    }

    /** What a body did, since an executor returns nothing. */
    private static final class Outcome<T extends @Nullable Object> {

        private @Nullable T value;
        private @Nullable Throwable failure;

        void of(MethodBody<T, ?> body) {
            try {
                value = body.run();
            } catch (Throwable e) {
                failure = e;
            }
        }

        /** Only a body can have thrown, so the failure is of the type that it declares. */
        @SuppressWarnings({"unchecked", "NullAway"})
        <X extends Throwable> T get() throws X {
            if (failure != null) {
                throw (X) failure;
            }
            return value;
        }
    }
}
