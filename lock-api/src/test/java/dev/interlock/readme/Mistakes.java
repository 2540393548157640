// SPDX-License-Identifier: Apache-2.0
package dev.interlock.readme;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockView;
import dev.interlock.LossInterrupt;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** The code blocks of docs/mistakes.md, in its order: each method is one. */
// What the compiler warns of is a part of the page, or a line that it shows for its own sake.
@SuppressWarnings({"CheckReturnValue", "FutureReturnValueIgnored", "LockNotBeforeTry", "try"})
final class Mistakes {

    private final DistributedLock lock;
    private final ExecutorService executor;
    private final Work work;

    Mistakes(LockClient client, ExecutorService executor, Work work) {
        this.lock = client.lock("order-42");
        this.executor = executor;
        this.work = work;
    }

    /** Work of the application. */
    interface Work {

        void run() throws InterruptedException;

        void save(long fencingToken);
    }

    void droppedHandle() throws InterruptedException {
        if (lock.tryAcquire().isPresent()) {
            work.run(); // and then? No code has the handle any more
        }
    }

    boolean runIfFree() throws InterruptedException {
        return lock.runIfFree(handle -> work.run());
    }

    void lossInABlock() throws InterruptedException {
        try (LockHandle handle = lock.acquire()) {
            work.run();
            work.save(handle.fencingToken());
        }
    }

    void checkedBlock() throws InterruptedException {
        try (LockHandle handle = lock.acquire()) {
            work.run();
            handle.ensureHeld(Duration.ofSeconds(1)); // before the effect
            work.save(handle.fencingToken()); // and the table refuses older tokens
        }
    }

    Future<?> workThatOutlivesItsLock() throws InterruptedException {
        return lock.withLock(handle -> executor.submit(() -> {
            work.run();
            return null;
        }));
    }

    CompletableFuture<Void> workOnAnExecutor() {
        return lock.withLockAsync(
                handle -> CompletableFuture.runAsync(() -> work.save(handle.fencingToken()), executor));
    }

    CompletableFuture<Void> dependentThatThrows() {
        return lock.acquireAsync(AcquireOptions.inherited()).thenAccept(handle -> {
            work.save(handle.fencingToken()); // throws
            handle.close();
        });
    }

    CompletableFuture<Void> stageUnderALock() {
        return lock.withLockAsync(handle -> {
            work.save(handle.fencingToken()); // throws
            return CompletableFuture.completedFuture(null);
        });
    }

    void interruptOfTheWrongThread() throws InterruptedException {
        try (LockHandle handle = lock.acquire()) {
            handle.onLost(loss -> Thread.currentThread().interrupt(), Runnable::run);
            work.run();
        }
    }

    void interruptOnLoss() throws InterruptedException {
        try (LockHandle handle = lock.acquire();
                LossInterrupt interrupt = handle.interruptOnLoss()) {
            work.run();
        }
    }

    LockHandle shorterLease(LockHandle handle) {
        handle.renew(Duration.ofSeconds(5)); // RENEWED, and remaining() is still about 30 s
        return handle;
    }

    LockHandle leaseOfOneCall() throws InterruptedException {
        return lock.acquire(AcquireOptions.inherited().withLease(Duration.ofSeconds(5)));
    }

    void lockedTwice() throws InterruptedException {
        try (LockHandle outer = lock.acquire()) {
            try (LockHandle inner = lock.acquire()) { // waits for itself
                work.save(inner.fencingToken());
            }
        }
    }

    void reentrant() {
        LockView view = lock.asLock(AcquireOptions.inherited());
        view.lock();
        try {
            view.lock(); // the same thread enters again
            view.unlock();
        } finally {
            view.unlock();
        }
    }

    AcquireOptions droppedWither() {
        AcquireOptions options = AcquireOptions.inherited();
        options.withMaxWait(Duration.ofMinutes(1)); // a new object, which is dropped
        return options;
    }

    AcquireOptions keptWither() {
        return AcquireOptions.inherited().withMaxWait(Duration.ofMinutes(1));
    }

    void closedUnderWork() throws InterruptedException {
        try (LockHandle handle = lock.acquire()) {
            work.run(); // meanwhile another thread calls client.close()
        }
    }

    ClientOptions closeThatWaits() {
        return ClientOptions.STANDARD.withCloseGrace(Duration.ofSeconds(5)); // locks are kept meanwhile
    }

    LockClient storeOfAllTests() {
        return LockClient.connect("memory:"); // shares its store with each other client of "memory:"
    }

    LockClient storeOfOneTest() {
        return LockClient.connect("memory:OrderTest");
    }
}
