// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A lock by name: a value object, cheap to create, nothing is kept per name while it is neither held nor waited for.
 * Thread-safe.
 *
 * <p>All acquiring methods throw {@link LockUnavailableException} when the store could not serve the request (surely
 * not acquired), {@link LockOutcomeUnknownException} when the store did not say (not held; withdrawn in the
 * background), and {@link IllegalStateException} when the client is closed. "Held by another" is never reported by
 * those.
 */
public interface DistributedLock {

    /**
     * The name of the lock.
     *
     * @return the name as given by the user
     */
    String name();

    /**
     * Makes one attempt with the client's default options, without waiting. It does not stand in this client's queue
     * and comes back empty at once when the lock is held or waited for here.
     *
     * @return the handle, or empty if another holder has the lock
     */
    Optional<LockHandle> tryAcquire();

    /**
     * Acquires the lock, waiting up to the limit of the options.
     *
     * @param options what differs from the client's defaults
     * @return the handle, or empty if others held the lock until the limit was reached
     * @throws InterruptedException if the thread is interrupted before or while waiting; nothing is left behind. An
     *     interrupt that arrives together with the grant is kept in the thread's flag, and the handle is returned
     */
    Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException;

    /**
     * Acquires the lock, waiting up to the limit of the options.
     *
     * @param options what differs from the client's defaults
     * @return the handle
     * @throws LockTimeoutException if others held the lock until the limit was reached
     * @throws InterruptedException as in {@link #tryAcquire(AcquireOptions)}
     */
    LockHandle acquire(AcquireOptions options) throws InterruptedException;

    /**
     * Acquires the lock without holding a thread while waiting (unless the backend declares {@link Waiting#BLOCKING}).
     *
     * <p>The future completes on one of the client's callback threads, 64 at most: use its {@code *Async} methods with an
     * executor of your own for anything that blocks. It fails with the exceptions of {@link #acquire}. Cancelling it, or
     * a time-out of it, withdraws the request; a grant that comes too late is released. So is one that waits for 5 s
     * while all callback threads are blocked: the future then fails with {@link LockUnavailableException}.
     *
     * <p>A time-out of a future that depends on this one withdraws nothing. The handle that comes later is then
     * unreachable, and its lock is released when the handle is garbage-collected ({@link LockEvent.Abandoned}).
     *
     * @param options what differs from the client's defaults
     * @return the handle to come
     */
    CompletableFuture<LockHandle> acquireAsync(AcquireOptions options);

    /**
     * Acquires the lock, does the work, releases the lock.
     *
     * @param <T> what the work returns
     * @param <E> what the work may throw
     * @param options what differs from the client's defaults
     * @param body the work
     * @return what the work returned
     * @throws E what the work threw; a loss of the lock meanwhile is added as a suppressed {@link LockLostException}
     * @throws LockLostException if the work was done but the lock was lost before it ended: others may have been inside
     * @throws LockTimeoutException as {@link #acquire}
     * @throws InterruptedException as {@link #acquire}
     */
    <T extends @Nullable Object, E extends Exception> T withLock(AcquireOptions options, LockedCall<T, E> body)
            throws E, InterruptedException;

    /**
     * This lock as a {@link java.util.concurrent.locks.Lock}: re-entrant, owned by the calling thread.
     *
     * @param options what differs from the client's defaults; the methods of the view decide about waiting
     * @return a view; views of one name in one client share their hold counts
     */
    LockView asLock(AcquireOptions options);
}
