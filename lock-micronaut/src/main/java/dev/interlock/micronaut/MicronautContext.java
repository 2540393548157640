// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.annotation.call.CallContext;
import dev.interlock.annotation.hold.HoldsAround;
import dev.interlock.annotation.hold.MethodBody;
import io.micronaut.core.propagation.PropagatedContext;
import io.micronaut.core.propagation.PropagatedContext.Scope;
import io.micronaut.core.propagation.ThreadPropagatedContextElement;
import org.jspecify.annotations.Nullable;

/** Carries the holds in Micronaut's propagated context. Thread-safe. */
final class MicronautContext implements CallContext {

    @Override
    public <T extends @Nullable Object, X extends Throwable> T within(HoldsAround holds, MethodBody<T, X> body)
            throws X {
        return new OfCaller(PropagatedContext.getOrEmpty().plus(new Holds(holds))).run(body);
    }

    @Override
    public Captured capture() {
        return new OfCaller(PropagatedContext.getOrEmpty());
    }

    private record OfCaller(PropagatedContext context) implements Captured {

        @Override
        public <T extends @Nullable Object, X extends Throwable> T run(MethodBody<T, X> body) throws X {
            Scope scope = context.propagate();
            try {
                return body.run();
            } finally {
                scope.close();
            }
        }
    }

    /**
     * The holds as an element of the context, which enters them on each thread that the context reaches.
     *
     * @param around the holds
     */
    private record Holds(HoldsAround around) implements ThreadPropagatedContextElement<HoldsAround> {

        @Override
        public HoldsAround updateThreadContext() {
            return around.enter();
        }

        @Override
        public void restoreThreadContext(HoldsAround before) {
            before.enter();
        }
    }
}
