// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.hold;

import dev.interlock.LockHold;
import dev.interlock.LockLostException;
import dev.interlock.ReleaseResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The hold of one call, from the grant to the release. Thread-safe. */
public final class MethodHold {

    private final HeldLock held;
    private final Executor blocking;
    private final CallsAtWork calls;
    private final CompletableFuture<@Nullable Void> minimum = new CompletableFuture<>();

    /**
     * Begins a hold whose locks were granted.
     *
     * @param held the grant and its call
     * @param minHold the shortest hold, from now, by this instance's clock, or null
     * @param blocking runs a later release
     * @param calls counts this hold until its end
     */
    public MethodHold(HeldLock held, @Nullable Duration minHold, Executor blocking, CallsAtWork calls) {
        this.held = held;
        this.blocking = blocking;
        this.calls = calls;
        calls.begin();
        if (minHold == null || minHold.isZero()) {
            minimum.complete(null);
        } else {
            minimum.completeOnTimeout(null, minHold.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /**
     * Returns the grant.
     *
     * @return the grant and its call
     */
    public HeldLock held() {
        return held;
    }

    /**
     * Ends the hold after the method: releases now, or when the shortest hold is over.
     *
     * @return the exception for the caller if the lock was lost, else null
     */
    public @Nullable LockLostException end() {
        try {
            return released();
        } finally {
            calls.end();
        }
    }

    private @Nullable LockLostException released() {
        LockHold hold = held.hold();
        if (minimum.isDone() || held.isLost()) {
            boolean lost = held.isLost();
            return hold.release() == ReleaseResult.NOT_HELD || lost ? held.lostBeforeTheEndOf(held.method()) : null;
        }
        calls.rest(hold);
        minimum.thenRunAsync(() -> calls.release(hold), blocking);
        return null;
    }

    /** Ends the hold without a call of the method. */
    public void leave() {
        try {
            held.hold().release();
        } finally {
            calls.end();
        }
    }

    /**
     * Ends the hold of a method that threw. A loss is added to its exception.
     *
     * @param failure the exception of the method
     */
    public void end(Throwable failure) {
        LockLostException loss = end();
        if (loss != null) {
            failure.addSuppressed(loss);
        }
    }
}
