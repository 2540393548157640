// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import dev.interlock.annotation.hold.HoldsAround;
import dev.interlock.annotation.hold.MethodBody;
import org.jspecify.annotations.Nullable;

/** Carries the holds alone. */
final class ThreadContext implements CallContext {

    @Override
    public <T extends @Nullable Object, X extends Throwable> T within(HoldsAround holds, MethodBody<T, X> body)
            throws X {
        return holds.run(body);
    }

    @Override
    public Captured capture() {
        return new OfCaller(HoldsAround.current());
    }

    private record OfCaller(HoldsAround holds) implements Captured {

        @Override
        public <T extends @Nullable Object, X extends Throwable> T run(MethodBody<T, X> body) throws X {
            return holds.run(body);
        }
    }
}
