// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.forward;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockLostException;
import dev.interlock.LossInterrupt;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** A handle that passes every call on; {@link #close} goes through {@link #release}. */
public abstract class ForwardingHandle implements LockHandle {

    private final LockHandle to;

    /**
     * Creates the decorator.
     *
     * @param to the handle to pass calls on to
     */
    public ForwardingHandle(LockHandle to) {
        this.to = to;
    }

    /**
     * Returns the decorated handle.
     *
     * @return the handle to pass calls on to
     */
    protected final LockHandle to() {
        return to;
    }

    @Override
    public String lockName() {
        return to.lockName();
    }

    @Override
    public long fencingToken() {
        return to.fencingToken();
    }

    @Override
    public HandleState state() {
        return to.state();
    }

    @Override
    public Duration remaining() {
        return to.remaining();
    }

    @Override
    public void ensureHeld(Duration atLeast) {
        to.ensureHeld(atLeast);
    }

    @Override
    public RenewResult renew(Duration lease) {
        return to.renew(lease);
    }

    @Override
    public CompletableFuture<RenewResult> renewAsync(Duration lease) {
        return to.renewAsync(lease);
    }

    @Override
    public void onLost(Consumer<? super LockLost> consumer, Executor executor) {
        to.onLost(consumer, executor);
    }

    @Override
    public LossInterrupt interruptOnLoss() {
        return to.interruptOnLoss();
    }

    @Override
    public ReleaseResult release() {
        return to.release();
    }

    @Override
    public CompletableFuture<ReleaseResult> releaseAsync() {
        return to.releaseAsync();
    }

    @Override
    public void close() {
        HandleState before = state();
        if (release() == ReleaseResult.NOT_HELD || before == HandleState.LOST) {
            throw new LockLostException("'" + lockName() + "' was lost before it was closed", HandleState.LOST);
        }
    }
}
