// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockView;
import dev.interlock.LockedCall;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A lock of a client that may not be connected yet.
 *
 * @param client connects when it is needed
 * @param lockName which lock
 */
record LazyLock(LazyLockClient client, LockName lockName) implements DistributedLock {

    @Override
    public String name() {
        return lockName.value();
    }

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
        if (client.isConnected()) {
            return lock().acquireAsync(options);
        }
        // Connecting blocks, and the caller may be an event loop.
        CompletableFuture<LockHandle> promise = new CompletableFuture<>();
        client.blocking().execute(() -> connectAndAcquire(options, promise));
        return promise;
    }

    private void connectAndAcquire(AcquireOptions options, CompletableFuture<LockHandle> promise) {
        try {
            CompletableFuture<LockHandle> acquiring = lock().acquireAsync(options);
            acquiring.whenComplete((handle, failure) -> {
                if (failure != null) {
                    promise.completeExceptionally(failure);
                } else if (!promise.complete(handle)) {
                    handle.close();
                }
            });
            promise.whenComplete((handle, failure) -> acquiring.cancel(false));
        } catch (RuntimeException | Error e) {
            // An error, too: nobody else sees what this thread throws.
            promise.completeExceptionally(e);
        }
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T withLock(AcquireOptions options, LockedCall<T, E> body)
            throws E, InterruptedException {
        requireNotInterrupted();
        return lock().withLock(options, body);
    }

    @Override
    public LockView asLock(AcquireOptions options) {
        return lock().asLock(options);
    }

    private DistributedLock lock() {
        return client.connected().lock(name());
    }

    private static void requireNotInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
