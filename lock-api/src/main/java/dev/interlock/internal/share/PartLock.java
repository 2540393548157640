// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockView;
import dev.interlock.LockedCall;
import dev.interlock.internal.hold.AsyncWork;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.internal.machine.TimerQueue;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A lock of which several callers may have a part: the ways to acquire it, over the few that its kinds know. */
abstract class PartLock implements DistributedLock {

    private static final AcquireOptions ONE_TRY = AcquireOptions.waitAtMost(Duration.ZERO);

    final PartName part;
    final PartLocks locks;
    final ClientThreads threads;

    PartLock(PartName part, PartLocks locks, ClientThreads threads) {
        this.part = part;
        this.locks = locks;
        this.threads = threads;
    }

    /** One try on this thread, without a wait for others; null if they have the lock. */
    abstract @Nullable PartHandle tryOnce(AcquireOptions options);

    /** A part that can be had on this thread without a wait for another caller of this client; null if not. */
    abstract @Nullable PartHandle acquireHere(AcquireOptions options) throws InterruptedException;

    /** Begins to acquire a part for a promise, whatever time it takes. A promise that is done is not wanted any more. */
    abstract void begin(CompletableFuture<LockHandle> promise, AcquireOptions options);

    @Override
    public String name() {
        return part.name().value();
    }

    @Override
    public Optional<LockHandle> tryAcquire() {
        return Optional.ofNullable(tryOnce(complete(ONE_TRY)));
    }

    @Override
    public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
        AcquireOptions complete = complete(options);
        if (isTry(complete)) {
            requireNoInterrupt();
            return Optional.ofNullable(tryOnce(complete));
        }
        try {
            return Optional.of(await(complete));
        } catch (LockTimeoutException e) {
            return Optional.empty();
        }
    }

    @Override
    public LockHandle acquire(AcquireOptions options) throws InterruptedException {
        return acquireHandle(options);
    }

    private PartHandle acquireHandle(AcquireOptions options) throws InterruptedException {
        AcquireOptions complete = complete(options);
        if (isTry(complete)) {
            requireNoInterrupt();
            PartHandle handle = tryOnce(complete);
            if (handle == null) {
                throw timeout(complete);
            }
            return handle;
        }
        return await(complete);
    }

    private PartHandle await(AcquireOptions options) throws InterruptedException {
        requireNoInterrupt();
        PartHandle here = acquireHere(options);
        if (here != null) {
            return here;
        }
        CompletableFuture<LockHandle> promise = ask(options);
        CountDownLatch ended = new CountDownLatch(1);
        promise.whenComplete((handle, failure) -> ended.countDown());
        try {
            threads.machine.await(ended, Long.MAX_VALUE);
        } catch (InterruptedException e) {
            if (promise.cancel(false) || promise.isCompletedExceptionally()) {
                throw e;
            }
            // The grant came at the same time.
            Thread.currentThread().interrupt();
        }
        try {
            return (PartHandle) promise.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof LockException known) {
                throw known;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public CompletableFuture<LockHandle> acquireAsync(AcquireOptions options) {
        return ask(complete(options));
    }

    private CompletableFuture<LockHandle> ask(AcquireOptions options) {
        CompletableFuture<LockHandle> promise = new CompletableFuture<>();
        Duration maxWait = Objects.requireNonNull(options.maxWait());
        if (!maxWait.equals(AcquireOptions.UNLIMITED)) {
            TimerQueue.Entry limit = threads.timers.at(
                    threads.machine.nanoTime() + maxWait.toNanos(),
                    () -> threads.promises.complete(promise, null, timeout(options)));
            promise.whenComplete((handle, failure) -> threads.timers.cancel(limit));
        }
        begin(promise, options.withMaxWait(AcquireOptions.UNLIMITED));
        return promise;
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T withLock(
            AcquireOptions options, LockedCall<LockHandle, T, E> body) throws E, InterruptedException {
        Objects.requireNonNull(body, "body");
        PartHandle handle = acquireHandle(options);
        return handle.work(() -> body.call(handle));
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> withLockAsync(
            AcquireOptions options, Function<? super LockHandle, ? extends CompletionStage<T>> body) {
        Objects.requireNonNull(body, "body");
        CompletableFuture<LockHandle> granted = ask(complete(options));
        CompletableFuture<T> promise = new CompletableFuture<>();
        promise.whenComplete((value, failure) -> granted.cancel(false));
        AsyncWork<PartHandle, T> work = new AsyncWork<>(threads, body, promise);
        granted.whenCompleteAsync(
                (handle, failure) -> {
                    if (failure != null) {
                        threads.promises.complete(promise, null, failure);
                    } else if (!work.begin((PartHandle) handle)) {
                        handle.release();
                    }
                },
                threads.callbacks);
        return promise;
    }

    @Override
    public LockView asLock(AcquireOptions options) {
        throw new UnsupportedOperationException("'" + name() + "' has no view that threads own and enter again: use"
                + " handles, which several threads may share");
    }

    private AcquireOptions complete(AcquireOptions options) {
        return locks.complete(part.lock(), Objects.requireNonNull(options, "options"));
    }

    private static boolean isTry(AcquireOptions complete) {
        return Objects.requireNonNull(complete.maxWait()).isZero();
    }

    private LockTimeoutException timeout(AcquireOptions options) {
        return new LockTimeoutException("'" + name() + "' not acquired within "
                + Objects.requireNonNull(options.maxWait()).toMillis() + " ms: others hold it, or wait before this"
                + " caller, or there was no answer so far (" + locks.store() + "); wait longer, or try later");
    }

    /** Delivers a part to a promise; one that is done already has no use for it. */
    final void deliver(Part taken, CompletableFuture<LockHandle> promise) {
        PartHandle handle = handle(taken);
        if (!promise.complete(handle)) {
            handle.releasing();
        }
    }

    final PartHandle handle(Part taken) {
        return new PartHandle(taken, threads, locks.store());
    }

    /** Whether the failure only says that this promise was no longer wanted. */
    static boolean isCancelled(Throwable failure) {
        return failure instanceof CancellationException;
    }

    private static void requireNoInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** What is safe to show. */
    @Override
    public String toString() {
        return "DistributedLock['" + name() + "' on " + locks.store() + "]";
    }
}
