// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockView;
import dev.interlock.LockedCall;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A lock of a client that may not be connected yet.
 *
 * @param client connects when it is needed
 * @param name the name of the lock
 * @param of asks the connected client for the lock
 */
record LazyLock(LazyLockClient client, String name, Function<LockClient, DistributedLock> of)
        implements DistributedLock {

    @Override
    public Optional<LockHandle> tryAcquire() {
        return lock().tryAcquire();
    }

    @Override
    public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
        requireNotInterrupted();
        return lock().tryAcquire(options);
    }

    @Override
    public LockHandle acquire(AcquireOptions options) throws InterruptedException {
        requireNotInterrupted();
        return lock().acquire(options);
    }

    @Override
    public CompletableFuture<LockHandle> acquireAsync(AcquireOptions options) {
        return client.acquireAsync(() -> lock().acquireAsync(options), LockHandle::release);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T withLock(
            AcquireOptions options, LockedCall<LockHandle, T, E> body) throws E, InterruptedException {
        requireNotInterrupted();
        return lock().withLock(options, body);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> withLockAsync(
            AcquireOptions options, Function<? super LockHandle, ? extends CompletionStage<T>> body) {
        return client.<LockHandle, T>withLockAsync(guarded -> lock().withLockAsync(options, guarded), body);
    }

    @Override
    public LockView asLock(AcquireOptions options) {
        return lock().asLock(options);
    }

    private DistributedLock lock() {
        return of.apply(client.connected());
    }

    static void requireNotInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
