// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.HandleState;
import dev.interlock.LockLostException;
import dev.interlock.ReleaseResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One call's hold of its locks, from the grant to the release. Thread-safe. */
final class MethodHold {

    private final HeldLock held;
    private final Executor blocking;
    private final CompletableFuture<@Nullable Void> minimum = new CompletableFuture<>();

    /**
     * Begins, when the locks were granted.
     *
     * @param held the grant, and whose call it is
     * @param minHold the shortest hold, or null
     * @param blocking where to release later
     */
    MethodHold(HeldLock held, @Nullable Duration minHold, Executor blocking) {
        this.held = held;
        this.blocking = blocking;
        if (minHold == null || minHold.isZero()) {
            minimum.complete(null);
        } else {
            minimum.completeOnTimeout(null, minHold.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    HeldLock held() {
        return held;
    }

    /**
     * Ends, when the method has: releases now, or when the shortest hold is over.
     *
     * @return what the caller must be told if the lock was lost, else null
     */
    @Nullable
    LockLostException end() {
        LockHold hold = held.hold();
        if (minimum.isDone() || hold.state() == HandleState.LOST) {
            boolean lost = hold.state() == HandleState.LOST;
            return hold.release() == ReleaseResult.NOT_HELD || lost ? hold.lostBeforeTheEndOf(held.method()) : null;
        }
        minimum.thenRunAsync(hold::close, blocking);
        return null;
    }

    /** As {@link #end()}, for a method that threw: what it threw carries the news. */
    void end(Throwable failure) {
        LockLostException loss = end();
        if (loss != null) {
            failure.addSuppressed(loss);
        }
    }
}
