// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHold;
import dev.interlock.MultiLock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The locks that one call needs: one lock, or a set that is acquired all or none. Immutable. */
sealed interface WantedLocks {

    /** The names. */
    List<String> names();

    /** As {@link DistributedLock#tryAcquire(AcquireOptions)}. */
    Optional<LockHold> tryAcquire(AcquireOptions options) throws InterruptedException;

    /** As {@link DistributedLock#acquire}. */
    LockHold acquire(AcquireOptions options) throws InterruptedException;

    /** As {@link DistributedLock#acquireAsync}. Cancelling the future cancels the request. */
    CompletableFuture<LockHold> acquireAsync(AcquireOptions options);

    /**
     * Returns the locks of these names, each once. A method that names several gets a hold of a set, even if all names
     * are equal.
     */
    static WantedLocks of(LockClient client, List<String> names) {
        return names.size() == 1 ? new One(client.lock(names.get(0))) : new Several(client.lockAll(names));
    }

    /** One lock. */
    record One(DistributedLock lock) implements WantedLocks {

        @Override
        public List<String> names() {
            return List.of(lock.name());
        }

        @Override
        public Optional<LockHold> tryAcquire(AcquireOptions options) throws InterruptedException {
            return lock.tryAcquire(options).map(handle -> handle);
        }

        @Override
        public LockHold acquire(AcquireOptions options) throws InterruptedException {
            return lock.acquire(options);
        }

        @Override
        public CompletableFuture<LockHold> acquireAsync(AcquireOptions options) {
            return held(lock.acquireAsync(options));
        }
    }

    /** A set of locks. */
    record Several(MultiLock locks) implements WantedLocks {

        @Override
        public List<String> names() {
            return locks.names();
        }

        @Override
        public Optional<LockHold> tryAcquire(AcquireOptions options) throws InterruptedException {
            return locks.tryAcquire(options).map(handle -> handle);
        }

        @Override
        public LockHold acquire(AcquireOptions options) throws InterruptedException {
            return locks.acquire(options);
        }

        @Override
        public CompletableFuture<LockHold> acquireAsync(AcquireOptions options) {
            return held(locks.acquireAsync(options));
        }
    }

    private static CompletableFuture<LockHold> held(CompletableFuture<? extends LockHold> acquiring) {
        CompletableFuture<LockHold> promise = new CompletableFuture<>();
        acquiring.whenComplete((handle, failure) -> {
            if (failure != null) {
                promise.completeExceptionally(failure);
                return;
            }
            if (!promise.complete(handle)) {
                // The call was cancelled before the grant arrived, so no caller takes it.
                handle.release();
            }
        });
        promise.whenComplete((granted, failure) -> acquiring.cancel(false));
        return promise;
    }
}
