// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation;

import dev.interlock.LockHandle;
import dev.interlock.MultiLockHandle;
import dev.interlock.annotation.hold.HeldLock;
import dev.interlock.annotation.hold.HoldsAround;
import java.util.Objects;
import java.util.Optional;

/**
 * The locks of the annotated methods around the calling code: those whose body runs on this thread, and those that the
 * framework has carried to this thread with its own context. Your own threads, and stream operators on other threads,
 * may be without them. For those, take the handle at the start of the method and pass it on. Thread-safe.
 */
public final class CurrentLock {

    private CurrentLock() {}

    /**
     * The hold of the innermost annotated method, which must have one name.
     *
     * @return the handle. The end of the method releases it, so do not release it yourself.
     * @throws IllegalStateException if there is no such method around the call, or if it holds several locks
     */
    public static LockHandle handle() {
        return find().orElseThrow(CurrentLock::none);
    }

    /**
     * The hold of the innermost annotated method, if there is one.
     *
     * @return the handle, or empty
     * @throws IllegalStateException if that method holds several locks
     */
    public static Optional<LockHandle> find() {
        return HoldsAround.current().innermost().map(held -> {
            if (held.hold() instanceof LockHandle one) {
                return one;
            }
            throw new IllegalStateException("several locks are held here, " + held.quotedNames()
                    + ": call multiHandle() for all of them, or fencingToken(name) for one");
        });
    }

    /**
     * The hold of the innermost annotated method, which must have several names.
     *
     * @return the handle of the set. The end of the method releases it, so do not release it yourself.
     * @throws IllegalStateException if there is no such method around the call, or if it has one name
     */
    public static MultiLockHandle multiHandle() {
        HeldLock held = HoldsAround.current().innermost().orElseThrow(CurrentLock::none);
        if (held.hold() instanceof MultiLockHandle several) {
            return several;
        }
        throw new IllegalStateException("one lock is held here, " + held.quotedNames() + ": call handle()");
    }

    /**
     * The fencing token of a lock that an annotated method around the call holds.
     *
     * @param lockName its name
     * @return the token of the innermost hold of that name
     * @throws IllegalStateException if no such method holds it
     */
    public static long fencingToken(String lockName) {
        return HoldsAround.current().stream()
                .map(held -> held.tokens().get(lockName))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "'" + lockName + "' is not held here by a @Locked method: call it within one that names it"));
    }

    private static IllegalStateException none() {
        return new IllegalStateException("no lock is held here by a @Locked method: call it within one, in the thread"
                + " that runs it or where the framework carries its context");
    }
}
