// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.forward;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.LockView;
import dev.interlock.LockedCall;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A lock that passes every call on; every handle and view that it returns goes through {@link #decorated} first. */
public abstract class ForwardingLock implements DistributedLock {

    private final DistributedLock to;

    /**
     * Creates the decorator.
     *
     * @param to the lock to pass calls on to
     */
    public ForwardingLock(DistributedLock to) {
        this.to = to;
    }

    /**
     * Returns the decorated lock.
     *
     * @return the lock to pass calls on to
     */
    protected final DistributedLock to() {
        return to;
    }

    /**
     * Decorates a handle.
     *
     * @param handle a handle of the decorated lock
     * @return the handle for the caller
     */
    protected LockHandle decorated(LockHandle handle) {
        return handle;
    }

    /**
     * Decorates a view.
     *
     * @param view a view of the decorated lock
     * @return the view for the caller
     */
    protected LockView decorated(LockView view) {
        return view;
    }

    @Override
    public String name() {
        return to.name();
    }

    @Override
    public Optional<LockHandle> tryAcquire() {
        return to.tryAcquire().map(this::decorated);
    }

    @Override
    public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
        return to.tryAcquire(options).map(this::decorated);
    }

    @Override
    public LockHandle acquire(AcquireOptions options) throws InterruptedException {
        return decorated(to.acquire(options));
    }

    @Override
    public CompletableFuture<LockHandle> acquireAsync(AcquireOptions options) {
        return new ForwardingFuture(to.acquireAsync(options), this::decorated);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T withLock(
            AcquireOptions options, LockedCall<LockHandle, T, E> body) throws E, InterruptedException {
        return to.<T, E>withLock(options, handle -> body.call(decorated(handle)));
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> withLockAsync(
            AcquireOptions options, Function<? super LockHandle, ? extends CompletionStage<T>> body) {
        return to.withLockAsync(options, handle -> body.apply(decorated(handle)));
    }

    @Override
    public LockView asLock(AcquireOptions options) {
        return decorated(to.asLock(options));
    }
}
