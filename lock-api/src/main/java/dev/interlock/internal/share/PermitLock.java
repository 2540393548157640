// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockHandle;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.internal.machine.Once;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Parts that each have a grant of the store: permits of a semaphore, and readers that wish something else than the
 * others. A client asks for no more of them at once than there can be.
 */
final class PermitLock extends PartLock {

    private final PartIndexes indexes;

    PermitLock(PartName part, PartLocks locks, ClientThreads threads, PartIndexes indexes) {
        super(part, locks, threads);
        this.indexes = indexes;
    }

    @Override
    @Nullable
    PartHandle tryOnce(AcquireOptions options) {
        OptionalInt index = indexes.tryTake(part);
        if (index.isEmpty()) {
            if (indexes.isClosed()) {
                throw closed();
            }
            return null;
        }
        int taken = index.getAsInt();
        Optional<LockHandle> granted = Optional.empty();
        try {
            granted = locks.lock(part.at(taken + 1).name(), part.lock()).tryAcquire();
        } finally {
            if (granted.isEmpty()) {
                indexes.give(part, taken);
            }
        }
        return granted.map(grant -> handle(partOf(grant, taken))).orElse(null);
    }

    @Override
    @Nullable
    PartHandle acquireHere(AcquireOptions options) throws InterruptedException {
        OptionalInt index = indexes.tryTake(part);
        if (index.isEmpty()) {
            return null;
        }
        int taken = index.getAsInt();
        LockHandle grant = null;
        try {
            grant = locks.lock(part.at(taken + 1).name(), part.lock()).acquire(options);
        } finally {
            if (grant == null) {
                indexes.give(part, taken);
            }
        }
        return handle(partOf(grant, taken));
    }

    @Override
    void begin(CompletableFuture<LockHandle> promise, AcquireOptions options) {
        CompletableFuture<Integer> index = indexes.take(part);
        promise.whenComplete((handle, failure) -> {
            if (failure != null && index.cancel(false)) {
                indexes.leave(part, index);
            }
        });
        index.whenComplete((taken, failure) -> {
            if (failure == null) {
                acquire(promise, options, taken);
            } else if (failure instanceof PartIndexes.Closed) {
                threads.promises.complete(promise, null, closed());
            }
        });
    }

    private LockClientClosedException closed() {
        return new LockClientClosedException(
                "'" + name() + "' not acquired: the client for " + locks.store() + " was closed");
    }

    private void acquire(CompletableFuture<LockHandle> promise, AcquireOptions options, int taken) {
        if (promise.isDone()) {
            indexes.give(part, taken);
            return;
        }
        CompletableFuture<LockHandle> granted;
        try {
            granted = locks.lock(part.at(taken + 1).name(), part.lock()).acquireAsync(options);
        } catch (RuntimeException e) {
            indexes.give(part, taken);
            threads.promises.complete(promise, null, e);
            return;
        }
        promise.whenComplete((handle, failure) -> {
            if (failure != null) {
                granted.cancel(false);
            }
        });
        granted.whenComplete((grant, failure) -> {
            if (failure == null) {
                deliver(partOf(grant, taken), promise);
            } else {
                indexes.give(part, taken);
                if (!isCancelled(failure)) {
                    threads.promises.complete(promise, null, failure);
                }
            }
        });
    }

    /** The index is given back with the first of a loss and the end of the part: a lost one keeps no caller out. */
    private Part partOf(LockHandle grant, int index) {
        Once give = new Once(() -> indexes.give(part, index));
        grant.onLost(loss -> give.run(), Runnable::run);
        return new Part(grant, () -> {
            give.run();
            return true;
        });
    }
}
