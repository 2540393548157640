// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What one caller has of a grant. It ends once: by its release, or because its handle was dropped. Thread-safe; refers to
 * no {@link PartHandle}, so that one which is dropped is noticed.
 */
final class Part {

    private final LockHandle grant;
    private final Leave leave;
    private final AtomicReference<@Nullable CompletableFuture<ReleaseResult>> end = new AtomicReference<>();

    /** The caller left a grant that was not lost and that others still use: a later loss is theirs. */
    private volatile boolean left;

    /**
     * A part that is in use.
     *
     * @param grant the engine's handle, perhaps of several callers
     * @param leave called once, when this caller no longer uses the grant; whether it was the last one
     */
    Part(LockHandle grant, Leave leave) {
        this.grant = grant;
        this.leave = leave;
    }

    /** How a caller stops using the grant. */
    @FunctionalInterface
    interface Leave {

        /** Called once; {@return whether the grant has no user left} */
        boolean leave();
    }

    LockHandle grant() {
        return grant;
    }

    boolean isOver() {
        return end.get() != null;
    }

    HandleState state() {
        if (left) {
            return HandleState.RELEASED;
        }
        HandleState state = grant.state();
        return isOver() && state != HandleState.LOST ? HandleState.RELEASED : state;
    }

    /** Ends the part, and the grant with the last one. All calls have the result of the first. */
    CompletableFuture<ReleaseResult> release() {
        CompletableFuture<ReleaseResult> result = new CompletableFuture<>();
        CompletableFuture<ReleaseResult> first = end.compareAndExchange(null, result);
        if (first != null) {
            return first;
        }
        HandleState before = grant.state();
        if (leave.leave()) {
            grant.releaseAsync().whenComplete((released, failure) -> {
                if (failure == null) {
                    result.complete(released);
                } else {
                    result.completeExceptionally(failure);
                }
            });
        } else {
            result.complete(leftBehind(before));
        }
        return result;
    }

    /** The result for a caller that is not the last one. */
    private ReleaseResult leftBehind(HandleState before) {
        left = before != HandleState.LOST;
        return left ? ReleaseResult.RELEASED : ReleaseResult.NOT_HELD;
    }

    /** The same on the caller's thread. */
    ReleaseResult releaseHere() {
        CompletableFuture<ReleaseResult> result = new CompletableFuture<>();
        CompletableFuture<ReleaseResult> first = end.compareAndExchange(null, result);
        if (first != null) {
            return first.join();
        }
        HandleState before = grant.state();
        ReleaseResult released;
        if (leave.leave()) {
            released = grant.release();
        } else {
            released = leftBehind(before);
        }
        result.complete(released);
        return released;
    }

    /**
     * The caller dropped its handle. The last one drops the engine's handle with it, whose own watch then reports that,
     * and ends the grant.
     */
    void drop() {
        if (end.compareAndSet(null, CompletableFuture.completedFuture(ReleaseResult.RELEASED))) {
            left = !leave.leave();
        }
    }
}
