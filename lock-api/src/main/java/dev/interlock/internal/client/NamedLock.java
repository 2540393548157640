// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockView;
import dev.interlock.LockedCall;
import dev.interlock.internal.acquire.Acquisition;
import dev.interlock.internal.acquire.Acquisitions;
import dev.interlock.internal.acquire.CallerThreadExecutor;
import dev.interlock.internal.hold.AsyncWork;
import dev.interlock.internal.hold.Handle;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.lease.EffectiveOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A name and the client to lock it with.
 *
 * @param acquisitions of the client
 * @param entered what threads hold through views of the client
 * @param lockName which lock
 * @param defaults the client's defaults for this name
 */
record NamedLock(Acquisitions acquisitions, ReentrantHolds entered, LockName lockName, AcquireOptions defaults)
        implements DistributedLock {

    private static final AcquireOptions ONE_TRY = AcquireOptions.waitAtMost(Duration.ZERO);

    @Override
    public String name() {
        return lockName.value();
    }

    @Override
    public Optional<LockHandle> tryAcquire() {
        EffectiveOptions once = effective(ONE_TRY);
        Hold hold = acquisitions.retained(lockName, once);
        if (hold == null) {
            hold = awaitUninterruptibly(once, Acquisitions.ALWAYS).outcome();
        }
        return Optional.ofNullable(hold).map(acquisitions.holds::handle);
    }

    @Override
    public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
        EffectiveOptions effective = effective(options);
        requireNoInterrupt();
        Hold hold = acquisitions.retained(lockName, effective);
        if (hold == null) {
            hold = await(effective, Acquisitions.ALWAYS).outcome();
        }
        return Optional.ofNullable(hold).map(acquisitions.holds::handle);
    }

    @Override
    public LockHandle acquire(AcquireOptions options) throws InterruptedException {
        return acquireHandle(options);
    }

    private Handle acquireHandle(AcquireOptions options) throws InterruptedException {
        EffectiveOptions effective = effective(options);
        requireNoInterrupt();
        Hold hold = acquisitions.retained(lockName, effective);
        if (hold == null) {
            Acquisition acquisition = await(effective, Acquisitions.ALWAYS);
            hold = acquisition.outcome();
            if (hold == null) {
                throw acquisition.timeout();
            }
        }
        return acquisitions.holds.handle(hold);
    }

    @Override
    public CompletableFuture<LockHandle> acquireAsync(AcquireOptions options) {
        Acquisition acquisition =
                acquisitions.begin(lockName, effective(options), acquisitions.threads.work, Acquisitions.ALWAYS);
        return acquisition.promise(acquisitions, acquisitions.holds::deliveredHandle, Hold::release);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T withLock(
            AcquireOptions options, LockedCall<LockHandle, T, E> body) throws E, InterruptedException {
        Objects.requireNonNull(body, "body");
        Handle handle = acquireHandle(options);
        return handle.work(() -> body.call(handle));
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> withLockAsync(
            AcquireOptions options, Function<? super LockHandle, ? extends CompletionStage<T>> body) {
        Objects.requireNonNull(body, "body");
        Acquisition acquisition =
                acquisitions.begin(lockName, effective(options), acquisitions.threads.work, Acquisitions.ALWAYS);
        CompletableFuture<T> promise = new CompletableFuture<>();
        AsyncWork<Handle, T> work = new AsyncWork<>(acquisitions.threads, body, promise);
        acquisition.deliver(acquisitions, promise, hold -> work.begin(acquisitions.holds.handle(hold)), Hold::release);
        return promise;
    }

    @Override
    public LockView asLock(AcquireOptions options) {
        return new ReentrantLockView(entered, this, Objects.requireNonNull(options, "options"));
    }

    EffectiveOptions effective(AcquireOptions options) {
        Objects.requireNonNull(options, "options");
        return acquisitions.effective(lockName, options, defaults);
    }

    /** Waits interruptibly; the acquisition is settled when this returns or throws. */
    Acquisition await(EffectiveOptions options, BooleanSupplier wanted) throws InterruptedException {
        requireNoInterrupt();
        CallerThreadExecutor steps = new CallerThreadExecutor(acquisitions.machine);
        return steps.await(acquisitions.begin(lockName, options, steps, wanted));
    }

    private static void requireNoInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Waits whatever happens to the thread; an interrupt stays in its flag. */
    Acquisition awaitUninterruptibly(EffectiveOptions options, BooleanSupplier wanted) {
        CallerThreadExecutor steps = new CallerThreadExecutor(acquisitions.machine);
        Acquisition acquisition = acquisitions.begin(lockName, options, steps, wanted);
        steps.runUninterruptiblyUntil(acquisition.result());
        return acquisition;
    }

    /** What is safe to show. */
    @Override
    public String toString() {
        return "DistributedLock['" + name() + "' on " + acquisitions.backend.store() + "]";
    }
}
