// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockName;
import dev.interlock.LockView;
import dev.interlock.LockedCall;
import dev.interlock.ReleaseResult;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A name and the engine to lock it with.
 *
 * @param engine what acquires it
 * @param lockName which lock
 * @param defaults the client's defaults for this name
 */
record NamedLock(Engine engine, LockName lockName, AcquireOptions defaults) implements DistributedLock {

    private static final AcquireOptions ONE_TRY = AcquireOptions.waitAtMost(Duration.ZERO);

    @Override
    public String name() {
        return lockName.value();
    }

    @Override
    public Optional<LockHandle> tryAcquire() {
        CallerThreadExecutor steps = new CallerThreadExecutor();
        Acquisition acquisition = engine.begin(lockName, effective(ONE_TRY), steps, NamedLock::always);
        steps.runUninterruptiblyUntil(acquisition.result());
        return Optional.ofNullable(tenure(acquisition)).map(engine::handle);
    }

    @Override
    public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
        return Optional.ofNullable(tenure(await(effective(options), NamedLock::always)))
                .map(engine::handle);
    }

    @Override
    public LockHandle acquire(AcquireOptions options) throws InterruptedException {
        Acquisition acquisition = await(effective(options), NamedLock::always);
        Tenure tenure = tenure(acquisition);
        if (tenure == null) {
            throw acquisition.timeout();
        }
        return engine.handle(tenure);
    }

    @Override
    public CompletableFuture<LockHandle> acquireAsync(AcquireOptions options) {
        CompletableFuture<LockHandle> promise = new CompletableFuture<>();
        Acquisition acquisition = engine.begin(lockName, effective(options), engine.pools.work, NamedLock::always);
        promise.whenComplete((handle, failure) -> {
            // Whoever else completed it, by a time-out for one, no longer wants the lock.
            if (!acquisition.result().isDone()) {
                acquisition.cancel();
            }
        });
        acquisition
                .result()
                .whenComplete((tenure, failure) -> engine.pools.callbacks.execute(() -> {
                    if (tenure != null) {
                        LockHandle handle = engine.handle(tenure);
                        if (!promise.complete(handle)) {
                            handle.close();
                        }
                    } else {
                        promise.completeExceptionally(failure != null ? failure : acquisition.timeout());
                    }
                }));
        return promise;
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T withLock(AcquireOptions options, LockedCall<T, E> body)
            throws E, InterruptedException {
        LockHandle handle = acquire(options);
        T value;
        try {
            value = body.call(handle);
        } catch (Throwable failure) {
            LockLostException loss = releaseAndCheck(handle);
            if (loss != null) {
                failure.addSuppressed(loss);
            }
            throw failure;
        }
        LockLostException loss = releaseAndCheck(handle);
        if (loss != null) {
            throw loss;
        }
        return value;
    }

    @Override
    public LockView asLock(AcquireOptions options) {
        return new ReentrantLockView(engine, this, options);
    }

    EffectiveOptions effective(AcquireOptions options) {
        return EffectiveOptions.of(options, defaults, engine.capabilities());
    }

    /** Waits interruptibly; the acquisition is settled when this returns or throws. */
    Acquisition await(EffectiveOptions options, BooleanSupplier wanted) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        CallerThreadExecutor steps = new CallerThreadExecutor();
        Acquisition acquisition = engine.begin(lockName, options, steps, wanted);
        try {
            steps.runUntil(acquisition.result());
        } catch (InterruptedException e) {
            acquisition.cancel();
            steps.runUninterruptiblyUntil(acquisition.result());
            throw e;
        }
        return acquisition;
    }

    /** Waits whatever happens to the thread; an interrupt stays in its flag. */
    Acquisition awaitUninterruptibly(EffectiveOptions options, BooleanSupplier wanted) {
        CallerThreadExecutor steps = new CallerThreadExecutor();
        Acquisition acquisition = engine.begin(lockName, options, steps, wanted);
        steps.runUninterruptiblyUntil(acquisition.result());
        return acquisition;
    }

    /** The tenure of a finished acquisition, null if it ran out of time; throws what the user is to see. */
    static @Nullable Tenure tenure(Acquisition finished) {
        try {
            return finished.result().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof LockException known) {
                throw known;
            }
            throw e;
        }
    }

    private static boolean always() {
        return true;
    }

    private @Nullable LockLostException releaseAndCheck(LockHandle handle) {
        HandleState before = handle.state();
        ReleaseResult result = handle.release();
        if (before != HandleState.LOST && result != ReleaseResult.NOT_HELD) {
            return null;
        }
        return new LockLostException(
                "'" + name() + "' on " + engine.backend.store()
                        + " was lost before the work under it ended: others may have been inside (token "
                        + handle.fencingToken() + "); let the resource check the token",
                HandleState.LOST);
    }

    /** What is safe to show. */
    @Override
    public String toString() {
        return "DistributedLock['" + name() + "' on " + engine.backend.store() + "]";
    }
}
