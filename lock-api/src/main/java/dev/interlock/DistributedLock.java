// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A lock with a name: an immutable value object that is cheap to create. The client keeps no state for a name that is
 * neither held nor waited for. Thread-safe.
 *
 * <p>The methods that acquire can throw:
 *
 * <ul>
 *   <li>{@link LockUnavailableException}: the store could not serve the request. The lock was not acquired.
 *   <li>{@link LockOutcomeUnknownException}: the store did not answer. The caller does not hold the lock. The client
 *       releases a possible grant in the background (compensation).
 *   <li>{@link IllegalStateException}: the client is closed.
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
     * Makes one attempt without waiting, with the client's default options. It does not join this client's queue. The
     * result is empty without a request if this client holds the lock, or if the store has reported it taken to a
     * waiter of this client. If that waiter is still asking the store, this call waits for the answer.
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
     *     If the interrupt arrives together with the grant, the handle is returned and the interrupt flag stays set.
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
     * <p>The future completes on one of at most 64 callback threads of the client, or fails with the exceptions of
     * {@link #acquire}. For dependent code that blocks, use the {@code *Async} methods of the future with your own
     * executor. If all callback threads are blocked for 5 s, the client releases the grant, and the future fails with
     * {@link LockUnavailableException}.
     *
     * <p>If the future is cancelled or times out, the client ends the request and releases a late grant. A timeout of a
     * <em>dependent</em> future does not do that. The handle is then unreachable, and its lock is released when the
     * handle is garbage-collected ({@link LockEvent.Abandoned}).
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
     * @throws E if the body throws. A loss of the lock meanwhile is a suppressed {@link LockLostException}.
     * @throws LockLostException if the body returned but the lock was lost before: another holder may have been active
     *     at the same time
     * @throws LockTimeoutException as in {@link #acquire}; the body was not run
     * @throws InterruptedException as in {@link #acquire}; the body was not run
     */
    <T extends @Nullable Object, E extends Exception> T withLock(AcquireOptions options, LockedCall<T, E> body)
            throws E, InterruptedException;

    /**
     * Returns this lock as a {@link java.util.concurrent.locks.Lock}: re-entrant and owned by the calling thread.
     *
     * @param options overrides of the client's defaults, except the wait limit, which the methods of the view set
     * @return a view; all views of one name in one client share their hold counts
     */
    LockView asLock(AcquireOptions options);
}
