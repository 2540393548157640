// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A lock ({@link DistributedLock}) or a set of locks ({@link MultiLock}), and the ways to acquire it that both have in
 * common. "The lock" means each lock of a set: it is acquired if all of them are, taken if one of them is, and lost if
 * one of them is. Thread-safe.
 *
 * <p>The methods that acquire can throw:
 *
 * <ul>
 *   <li>{@link LockUnavailableException}: the store could not serve the request. The lock was not acquired.
 *   <li>{@link LockOutcomeUnknownException}: the store did not answer. The caller does not hold the lock. The client
 *       releases a possible grant in the background (compensation).
 *   <li>{@link LockClientClosedException}: the client is closed, or was closed during the wait. The lock was not
 *       acquired.
 * </ul>
 *
 * <p>None of them means that another holder has the lock.
 *
 * @param <H> the handle: {@link LockHandle} or {@link MultiLockHandle}
 */
public interface Lockable<H extends LockHold> {

    /**
     * Acquires the lock, waiting while another holder has it: at most 10 s, unless the client has another default
     * ({@link ClientOptions}). The same as {@link #acquire(AcquireOptions)} with
     * {@link AcquireOptions#inherited}. For one attempt without a wait, use {@link #tryAcquire()}.
     *
     * @return the handle
     * @throws LockTimeoutException if other holders kept the lock for the whole wait. The caller does not hold it.
     * @throws InterruptedException as in {@link #tryAcquire(AcquireOptions)}
     */
    @CheckReturnValue
    default H acquire() throws InterruptedException {
        return acquire(AcquireOptions.inherited());
    }

    /**
     * Makes one attempt without waiting, with the client's default options. It does not join this client's queue. The
     * result is empty without a request if this client holds the lock, or if the store has reported it taken to a
     * waiter of this client. If that waiter is still asking the store, this call waits for the answer.
     *
     * <p>To do work if the lock is free, use {@link #runIfFree}, which also releases the lock. For an attempt with
     * options, use {@link #tryAcquire(AcquireOptions)} with a wait of zero. A caller of this method closes the handle
     * itself. {@code lock.tryAcquire().isPresent()} drops the handle, and the lock stays taken: the client renews it
     * until the handle is garbage-collected. Then the client logs a warning and reports {@link LockEvent.Abandoned},
     * and the hold ends with its lease.
     *
     * @return the handle, or empty if another holder has the lock
     */
    @CheckReturnValue
    Optional<H> tryAcquire();

    /**
     * Acquires the lock, waiting up to the limit in the options. Options without a limit wait as long as
     * {@link #acquire()}. The caller closes the handle:
     *
     * <pre>{@code
     * Optional<LockHandle> granted = lock.tryAcquire(AcquireOptions.waitAtMost(Duration.ofSeconds(5)));
     * if (granted.isPresent()) {
     *     try (LockHandle handle = granted.get()) {
     *         orders.pay(42, handle.fencingToken());
     *     }
     * }
     * }</pre>
     *
     * @param options overrides of the client's defaults
     * @return the handle, or empty if other holders kept the lock until the limit
     * @throws InterruptedException if the thread is interrupted before or during the wait. The lock is not held then.
     *     If the interrupt arrives together with the grant, the handle is returned and the interrupt flag stays set.
     */
    @CheckReturnValue
    Optional<H> tryAcquire(AcquireOptions options) throws InterruptedException;

    /**
     * Acquires the lock, waiting up to the limit in the options. Options without a limit wait as long as
     * {@link #acquire()}.
     *
     * @param options overrides of the client's defaults
     * @return the handle
     * @throws LockTimeoutException if other holders kept the lock until the limit. The caller does not hold it.
     * @throws InterruptedException as in {@link #tryAcquire(AcquireOptions)}
     */
    @CheckReturnValue
    H acquire(AcquireOptions options) throws InterruptedException;

    /**
     * Acquires the lock without blocking a thread during the wait (unless the backend declares
     * {@link Waiting#BLOCKING}).
     *
     * <p>The future completes on one of at most 64 callback threads of the client, or fails with the exceptions of
     * {@link #acquire}. For dependent code that blocks, use the {@code *Async} methods of the future with your own
     * executor. If all callback threads are blocked for 5 s, the client releases the grant, and the future fails with
     * {@link LockUnavailableException}.
     *
     * <p>If the future is cancelled or times out, the client ends the request and releases a late grant. A timeout or
     * cancellation of a <em>dependent</em> future does not do that, and neither does dependent code that throws before it
     * has released the handle. The handle is then unreachable, and its lock stays taken until the handle is
     * garbage-collected ({@link LockEvent.Abandoned}), or one lease longer. {@link #withLockAsync} releases the lock in
     * all these cases.
     *
     * @param options overrides of the client's defaults
     * @return a future of the handle
     */
    @CheckReturnValue
    CompletableFuture<H> acquireAsync(AcquireOptions options);

    /**
     * Acquires the lock as {@link #acquire()} does, runs the body and releases the lock. For a body without a result, use
     * {@link #runWithLock(LockedTask)}.
     *
     * @param <T> the result type of the body
     * @param <E> the exception type of the body
     * @param body the work to do while the lock is held
     * @return the result of the body
     * @throws E as in {@link #withLock(AcquireOptions, LockedCall)}
     * @throws LockLostException as in {@link #withLock(AcquireOptions, LockedCall)}
     * @throws LockTimeoutException as in {@link #acquire()}; the body was not run
     * @throws InterruptedException as in {@link #acquire()}; the body was not run
     */
    default <T extends @Nullable Object, E extends Exception> T withLock(LockedCall<H, T, E> body)
            throws E, InterruptedException {
        return withLock(AcquireOptions.inherited(), body);
    }

    /**
     * Acquires the lock, runs the body and releases the lock.
     *
     * @param <T> the result type of the body
     * @param <E> the exception type of the body
     * @param options overrides of the client's defaults
     * @param body the work to do while the lock is held
     * @return the result of the body
     * @throws E if the body throws. A loss of the lock meanwhile is a suppressed {@link LockLostException}.
     * @throws LockLostException if the body returned but the lock was lost before: another holder may have been active
     *     at the same time
     * @throws LockTimeoutException as in {@link #acquire}; the body was not run
     * @throws InterruptedException as in {@link #acquire}; the body was not run
     */
    <T extends @Nullable Object, E extends Exception> T withLock(AcquireOptions options, LockedCall<H, T, E> body)
            throws E, InterruptedException;

    /**
     * Acquires the lock as {@link #acquire()} does, runs the task and releases the lock.
     *
     * @param <E> the exception type of the task
     * @param task the work to do while the lock is held
     * @throws E as in {@link #withLock(AcquireOptions, LockedCall)}
     * @throws LockLostException as in {@link #withLock(AcquireOptions, LockedCall)}
     * @throws LockTimeoutException as in {@link #acquire()}; the task was not run
     * @throws InterruptedException as in {@link #acquire()}; the task was not run
     */
    default <E extends Exception> void runWithLock(LockedTask<H, E> task) throws E, InterruptedException {
        runWithLock(AcquireOptions.inherited(), task);
    }

    /**
     * Acquires the lock, runs the task and releases the lock: {@link #withLock(AcquireOptions, LockedCall)} for work
     * without a result.
     *
     * @param <E> the exception type of the task
     * @param options overrides of the client's defaults
     * @param task the work to do while the lock is held
     * @throws E as in {@link #withLock(AcquireOptions, LockedCall)}
     * @throws LockLostException as in {@link #withLock(AcquireOptions, LockedCall)}
     * @throws LockTimeoutException as in {@link #acquire(AcquireOptions)}; the task was not run
     * @throws InterruptedException as in {@link #acquire(AcquireOptions)}; the task was not run
     */
    default <E extends Exception> void runWithLock(AcquireOptions options, LockedTask<H, E> task)
            throws E, InterruptedException {
        Objects.requireNonNull(task, "task");
        this.<Boolean, E>withLock(options, handle -> {
            task.run(handle);
            return true;
        });
    }

    /**
     * Runs the task if the lock is free now, and releases the lock. Makes one attempt, as {@link #tryAcquire()} does. The
     * call does not wait for another holder. An interrupt does not end it and stays in its flag. To set a wait, a lease
     * or other options, use {@link #tryAcquire(AcquireOptions)}.
     *
     * @param <E> the exception type of the task
     * @param task the work to do while the lock is held
     * @return whether the task was run; false if another holder has the lock
     * @throws E if the task throws. A loss of the lock meanwhile is a suppressed {@link LockLostException}.
     * @throws LockLostException if the task returned but the lock was lost before: another holder may have been active
     *     at the same time
     */
    default <E extends Exception> boolean runIfFree(LockedTask<H, E> task) throws E {
        Objects.requireNonNull(task, "task");
        Optional<H> granted = tryAcquire();
        if (granted.isEmpty()) {
            return false;
        }
        try (H handle = granted.get()) {
            task.run(handle);
        }
        return true;
    }

    /**
     * Acquires the lock without blocking a thread, calls the function, keeps the lock until the stage that it returns has
     * ended, and releases the lock. The lock is released however the stage ends: with a value, a failure or a
     * cancellation. If the function throws or returns null, the lock is released at once.
     *
     * <pre>{@code
     * CompletableFuture<Receipt> receipt = lock.withLockAsync(
     *         AcquireOptions.waitAtMost(Duration.ofSeconds(5)), handle -> orders.payAsync(42, handle.fencingToken()));
     * }</pre>
     *
     * <p>The function runs on one of at most 64 callback threads of the client, and must not block. It is called once, or
     * never if the acquisition fails. The result completes on a callback thread as well, when the release has ended
     * ({@link LockHold#releaseAsync}).
     *
     * <p>Cancelling the result, or letting it time out, before the lock is granted ends the acquisition, and the function
     * is not called. Later, it ends neither the work nor the hold: the lock is still released when the stage ends.
     * Cancelling what depends on the result has no effect on the lock. If the client is closed meanwhile, the lock is
     * lost, and the result completes when the stage has ended.
     *
     * @param <T> the result type of the work
     * @param options overrides of the client's defaults
     * @param body begins the work, and returns a stage that ends with it
     * @return a future of the result of the stage. It fails as {@link #acquireAsync} does, or with what the function
     *     throws, or as the stage does; a loss of the lock meanwhile is then a suppressed {@link LockLostException}. It
     *     fails with {@link LockLostException} if the stage ended with a value but the lock was lost before: another
     *     holder may have been active at the same time.
     */
    @CheckReturnValue
    <T extends @Nullable Object> CompletableFuture<T> withLockAsync(
            AcquireOptions options, Function<? super H, ? extends CompletionStage<T>> body);

    /**
     * The same as {@link #withLockAsync(AcquireOptions, Function)} with {@link AcquireOptions#inherited}: it waits for
     * the lock as long as {@link #acquire()}.
     *
     * @param <T> the result type of the work
     * @param body begins the work, and returns a stage that ends with it
     * @return a future of the result of the stage
     */
    @CheckReturnValue
    default <T extends @Nullable Object> CompletableFuture<T> withLockAsync(
            Function<? super H, ? extends CompletionStage<T>> body) {
        return withLockAsync(AcquireOptions.inherited(), body);
    }
}
