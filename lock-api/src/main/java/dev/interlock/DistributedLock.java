// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A lock with a name. It is an immutable value object and cheap to create. The client keeps no state for a name that is
 * neither held nor waited for. Thread-safe.
 *
 * <p>Each method that acquires the lock can throw:
 *
 * <ul>
 *   <li>{@link LockUnavailableException} if the store could not serve the request. The lock was not acquired.
 *   <li>{@link LockOutcomeUnknownException} if the store did not answer. The caller does not hold the lock, but the
 *       store may have granted it. The client releases such a grant in the background (compensation).
 *   <li>{@link IllegalStateException} if the client is closed.
 * </ul>
 *
 * <p>None of them means that another holder has the lock.
 */
public interface DistributedLock {

    /**
     * The name of the lock.
     *
     * @return the name as given by the user
     */
    String name();

    /**
     * Makes one attempt without waiting, with the client's default options. It does not join this client's queue. It
     * returns empty without asking the store if this client holds the lock, or if the store has already reported the
     * lock as taken to a waiter of this client. If such a waiter is asking the store, this call waits for that answer.
     *
     * @return the handle, or empty if another holder has the lock
     */
    Optional<LockHandle> tryAcquire();

    /**
     * Acquires the lock, waiting up to the limit in the options.
     *
     * @param options overrides of the client's defaults
     * @return the handle, or empty if other holders kept the lock until the limit
     * @throws InterruptedException if the thread is interrupted before or during the wait. The lock is not held then.
     *     If an interrupt arrives together with the grant, this method returns the handle and sets the thread's
     *     interrupt flag.
     */
    Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException;

    /**
     * Acquires the lock, waiting up to the limit in the options.
     *
     * @param options overrides of the client's defaults
     * @return the handle
     * @throws LockTimeoutException if other holders kept the lock until the limit. The caller does not hold it.
     * @throws InterruptedException as in {@link #tryAcquire(AcquireOptions)}
     */
    LockHandle acquire(AcquireOptions options) throws InterruptedException;

    /**
     * Acquires the lock without blocking a thread during the wait (unless the backend declares
     * {@link Waiting#BLOCKING}).
     *
     * <p>The future completes on one of the client's callback threads, of which there are at most 64. If dependent code
     * blocks, use the {@code *Async} methods of the future with your own executor. The future fails with the exceptions
     * of {@link #acquire}.
     *
     * <p>If the future is cancelled or times out, the client ends the request and releases a grant that arrives later.
     * It also releases a grant that waits 5 s because all callback threads are blocked. The future then fails with
     * {@link LockUnavailableException}.
     *
     * <p>A timeout of a <em>dependent</em> future does not end the request. No code can then reach the handle, and its
     * lock is released when the handle is garbage-collected ({@link LockEvent.Abandoned}).
     *
     * @param options overrides of the client's defaults
     * @return a future of the handle
     */
    CompletableFuture<LockHandle> acquireAsync(AcquireOptions options);

    /**
     * Acquires the lock, runs the body and releases the lock.
     *
     * @param <T> the result type of the body
     * @param <E> the exception type of the body
     * @param options overrides of the client's defaults
     * @param body the work to do while the lock is held
     * @return the result of the body
     * @throws E the exception of the body. If the lock was lost meanwhile, it carries a suppressed
     *     {@link LockLostException}.
     * @throws LockLostException if the body returned but the lock was lost before. Another holder may have been active
     *     at the same time.
     * @throws LockTimeoutException as in {@link #acquire}. The body was not run.
     * @throws InterruptedException as in {@link #acquire}. The body was not run.
     */
    <T extends @Nullable Object, E extends Exception> T withLock(AcquireOptions options, LockedCall<T, E> body)
            throws E, InterruptedException;

    /**
     * Returns this lock as a {@link java.util.concurrent.locks.Lock}, which is re-entrant and owned by the calling
     * thread.
     *
     * @param options overrides of the client's defaults. The methods of the view replace the wait limit.
     * @return a view. All views of one name in one client share their hold counts.
     */
    LockView asLock(AcquireOptions options);
}
