// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockHandle;
import dev.interlock.MultiLockHandle;
import io.micronaut.core.propagation.PropagatedContext;
import java.util.Objects;
import java.util.Optional;

/**
 * The locks of the {@link Locked} methods around the calling code. They travel with Micronaut's propagated context,
 * which does not reach your own threads or stream operators on other threads. For those, take the handle at the start
 * of the method and pass it on. Thread-safe.
 */
public final class CurrentLock {

    private CurrentLock() {}

    /**
     * The hold of the innermost {@link Locked} method, which must have one name.
     *
     * @return the handle. The end of the method releases it, so do not release it yourself.
     * @throws IllegalStateException if there is no such method around the call, or if it holds several locks
     */
    public static LockHandle handle() {
        return find().orElseThrow(CurrentLock::none);
    }

    /**
     * The hold of the innermost {@link Locked} method, if there is one.
     *
     * @return the handle, or empty
     * @throws IllegalStateException if that method holds several locks
     */
    public static Optional<LockHandle> find() {
        return innermost().map(held -> {
            if (held.hold() instanceof LockHandle one) {
                return one;
            }
            throw new IllegalStateException("several locks are held here, "
                    + LockNames.quoted(held.tokens().keySet())
                    + ": call multiHandle() for all of them, or fencingToken(name) for one");
        });
    }

    /**
     * The hold of the innermost {@link Locked} method, which must have several names.
     *
     * @return the handle of the set. The end of the method releases it, so do not release it yourself.
     * @throws IllegalStateException if there is no such method around the call, or if it has one name
     */
    public static MultiLockHandle multiHandle() {
        HeldLock held = innermost().orElseThrow(CurrentLock::none);
        if (held.hold() instanceof MultiLockHandle several) {
            return several;
        }
        throw new IllegalStateException(
                "one lock is held here, " + LockNames.quoted(held.tokens().keySet()) + ": call handle()");
    }

    /**
     * The fencing token of a lock that a {@link Locked} method around the call holds.
     *
     * @param lockName its name
     * @return the token of the innermost hold of that name
     * @throws IllegalStateException if no such method holds it
     */
    public static long fencingToken(String lockName) {
        return PropagatedContext.getOrEmpty()
                .findAll(HeldLock.class)
                .map(held -> held.tokens().get(lockName))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "'" + lockName + "' is not held here by a @Locked method: call it within one that names it"));
    }

    private static Optional<HeldLock> innermost() {
        return PropagatedContext.getOrEmpty().find(HeldLock.class);
    }

    private static IllegalStateException none() {
        return new IllegalStateException("no lock is held here by a @Locked method: call it within one, in the thread"
                + " that runs it or where Micronaut propagates its context");
    }
}
