// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockHandle;
import io.micronaut.core.propagation.PropagatedContext;
import io.micronaut.core.propagation.PropagatedContextElement;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The locks under which the calling code runs: those of the {@link Locked} methods around it. They travel with
 * Micronaut's propagated context. Where that does not reach, such as a thread of your own or an operator of a stream
 * that runs on another thread, take the handle at the start of the method and pass it on. Thread-safe.
 */
public final class CurrentLock {

    private CurrentLock() {}

    /**
     * The hold of the innermost {@link Locked} method.
     *
     * @return the handle; it is released by the method's end, not by you
     * @throws IllegalStateException if there is none
     */
    public static LockHandle handle() {
        return find().orElseThrow(() -> new IllegalStateException("no lock is held here by a @Locked method: call it"
                + " within one, in the thread that runs it or where Micronaut propagates its context"));
    }

    /**
     * The hold of the innermost {@link Locked} method, if there is one.
     *
     * @return the handle, or empty
     */
    public static Optional<LockHandle> find() {
        return PropagatedContext.getOrEmpty().find(Held.class).map(Held::handle);
    }

    /** The present context, with one more hold. */
    static PropagatedContext with(LockHandle handle) {
        return PropagatedContext.getOrEmpty().plus(new Held(handle));
    }

    /** Runs a body under a hold. */
    static <T> T during(LockHandle handle, Supplier<T> body) {
        return with(handle).propagate(body);
    }

    private record Held(LockHandle handle) implements PropagatedContextElement {}
}
