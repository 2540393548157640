// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.ReleaseResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One call's hold of its lock, from the grant to the release. Thread-safe. */
final class MethodHold {

    private final LockHandle handle;
    private final LockedMethod method;
    private final Executor blocking;
    private final CompletableFuture<@Nullable Void> minimum = new CompletableFuture<>();

    /**
     * Begins, when the lock was granted.
     *
     * @param handle the grant
     * @param method whose call it is
     * @param minHold the shortest hold, or null
     * @param blocking where to release later
     */
    MethodHold(LockHandle handle, LockedMethod method, @Nullable Duration minHold, Executor blocking) {
        this.handle = handle;
        this.method = method;
        this.blocking = blocking;
        if (minHold == null || minHold.isZero()) {
            minimum.complete(null);
        } else {
            minimum.completeOnTimeout(null, minHold.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    LockHandle handle() {
        return handle;
    }

    /**
     * Ends, when the method has: releases now, or when the shortest hold is over.
     *
     * @return what the caller must be told if the lock was lost, else null
     */
    @Nullable
    LockLostException end() {
        if (minimum.isDone() || handle.state() == HandleState.LOST) {
            boolean lost = handle.state() == HandleState.LOST;
            return handle.release() == ReleaseResult.NOT_HELD || lost ? loss() : null;
        }
        minimum.thenRunAsync(handle::close, blocking);
        return null;
    }

    /** As {@link #end()}, for a method that threw: what it threw carries the news. */
    void end(Throwable failure) {
        LockLostException loss = end();
        if (loss != null) {
            failure.addSuppressed(loss);
        }
    }

    private LockLostException loss() {
        return new LockLostException(
                "'" + handle.lockName() + "' was lost before " + method.text()
                        + " ended: others may have been inside (token " + handle.fencingToken()
                        + "); do not rely on what it did, let the resource check the token, and raise lease or maxHold"
                        + " if the work takes longer",
                HandleState.LOST);
    }
}
