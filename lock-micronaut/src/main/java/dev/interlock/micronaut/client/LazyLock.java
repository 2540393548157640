// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockView;
import dev.interlock.LockedCall;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A lock of a client that may not be connected yet, with what is configured for its name.
 *
 * @param client connects when it is needed
 * @param lockName which lock
 * @param named what is configured for it; the caller's options come first
 */
record LazyLock(LazyLockClient client, LockName lockName, AcquireOptions named) implements DistributedLock {

    @Override
    public String name() {
        return lockName.value();
    }

    @Override
    public Optional<LockHandle> tryAcquire() {
        if (named.equals(AcquireOptions.inherited())) {
            return lock().tryAcquire();
        }
        boolean interrupted = Thread.interrupted();
        try {
            return lock().tryAcquire(named.withMaxWait(Duration.ZERO));
        } catch (InterruptedException e) {
            interrupted = true;
            return Optional.empty();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
        CallsUnderWay.Call call = client.calls().begin(name());
        try {
            return lock().tryAcquire(options.over(named));
        } finally {
            call.end();
        }
    }

    @Override
    public LockHandle acquire(AcquireOptions options) throws InterruptedException {
        CallsUnderWay.Call call = client.calls().begin(name());
        try {
            return lock().acquire(options.over(named));
        } finally {
            call.end();
        }
    }

    @Override
    public CompletableFuture<LockHandle> acquireAsync(AcquireOptions options) {
        CallsUnderWay.Call call = client.calls().begin(name());
        CompletableFuture<LockHandle> acquiring = acquiring(options.over(named));
        CompletionStage<?> unused = acquiring.whenComplete((handle, failure) -> call.end());
        return acquiring;
    }

    private CompletableFuture<LockHandle> acquiring(AcquireOptions options) {
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
            CompletionStage<?> unusedResult = acquiring.whenComplete((handle, failure) -> {
                if (failure != null) {
                    promise.completeExceptionally(failure);
                } else if (!promise.complete(handle)) {
                    handle.close();
                }
            });
            CompletionStage<?> unusedCancel = promise.whenComplete((handle, failure) -> acquiring.cancel(false));
        } catch (RuntimeException e) {
            promise.completeExceptionally(e);
        }
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T withLock(AcquireOptions options, LockedCall<T, E> body)
            throws E, InterruptedException {
        CallsUnderWay.Call call = client.calls().begin(name());
        try {
            return lock().withLock(options.over(named), handle -> {
                call.end();
                return body.call(handle);
            });
        } finally {
            call.end();
        }
    }

    @Override
    public LockView asLock(AcquireOptions options) {
        return lock().asLock(options.over(named));
    }

    private DistributedLock lock() {
        return client.connected().lock(name());
    }
}
