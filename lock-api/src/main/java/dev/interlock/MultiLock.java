// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A set of locks that are acquired together, all or none: an immutable value object that is cheap to create.
 * Thread-safe.
 *
 * <p>The names are sorted, and duplicates count once, so their order does not matter. One wait limit applies to the
 * whole set.
 *
 * <p>If a name is taken, the caller waits for it without holding any lock, and then takes the others. A caller that
 * holds some locks waits only for names that sort after all of them, and only for a short time, which grows with each
 * round. Then it releases everything and waits again without a lock. So callers that acquire sets cannot deadlock, and
 * no caller keeps a lock for long while it waits for another.
 *
 * <p>If the backend supports it, one request acquires all locks in one atomic step
 * ({@link dev.interlock.spi.BulkSteps}). Otherwise they are acquired one after another.
 *
 * <p>A caller that already holds one of the names by another handle waits for itself until its limit. The exception
 * then says so.
 *
 * <p>The methods that acquire throw the exceptions of {@link DistributedLock}. Locks acquired before a failure are
 * released first.
 */
public interface MultiLock {

    /** The maximum number of names in one set. */
    int MAX_NAMES = 1_000;

    /**
     * Validates names and sorts them into the order of acquisition.
     *
     * @param names one to {@value #MAX_NAMES} different names
     * @return each name once, sorted
     * @throws IllegalArgumentException if there is no name, there are too many, or one is not valid
     */
    static List<LockName> sorted(Collection<String> names) {
        List<LockName> sorted =
                names.stream().map(LockName::new).distinct().sorted().toList();
        if (sorted.isEmpty() || sorted.size() > MAX_NAMES) {
            throw new IllegalArgumentException(
                    "names must hold 1 to " + MAX_NAMES + " different names but has " + sorted.size());
        }
        return sorted;
    }

    /**
     * The names of the locks.
     *
     * @return each name once, sorted by its UTF-8 bytes, which is the order of acquisition
     */
    List<String> names();

    /**
     * Makes one attempt without waiting, with the client's default options.
     *
     * @return the handle, or empty if another holder has one of the locks
     */
    Optional<MultiLockHandle> tryAcquire();

    /**
     * Acquires the locks, waiting up to the limit in the options.
     *
     * @param options overrides of the defaults of the client and of each name
     * @return the handle, or empty if other holders kept one of the locks until the limit
     * @throws InterruptedException as in {@link DistributedLock#tryAcquire(AcquireOptions)}
     */
    Optional<MultiLockHandle> tryAcquire(AcquireOptions options) throws InterruptedException;

    /**
     * Acquires the locks, waiting up to the limit in the options.
     *
     * @param options overrides of the defaults of the client and of each name
     * @return the handle
     * @throws LockTimeoutException if other holders kept one of the locks until the limit. The message names that lock.
     *     The caller holds none of the set.
     * @throws InterruptedException as in {@link DistributedLock#tryAcquire(AcquireOptions)}
     */
    MultiLockHandle acquire(AcquireOptions options) throws InterruptedException;

    /**
     * Acquires the locks without blocking a thread during the wait (unless the backend declares
     * {@link Waiting#BLOCKING}). Completion, failure and cancellation work as in {@link DistributedLock#acquireAsync}.
     *
     * @param options overrides of the defaults of the client and of each name
     * @return a future of the handle
     */
    CompletableFuture<MultiLockHandle> acquireAsync(AcquireOptions options);

    /**
     * Acquires the locks, runs the body and releases the locks.
     *
     * @param <T> the result type of the body
     * @param <E> the exception type of the body
     * @param options overrides of the defaults of the client and of each name
     * @param body the work to do while the locks are held
     * @return the result of the body
     * @throws E if the body throws. A loss of a lock meanwhile is a suppressed {@link LockLostException}.
     * @throws LockLostException if the body returned but a lock was lost before: another holder may have been active at
     *     the same time
     * @throws LockTimeoutException as in {@link #acquire}; the body was not run
     * @throws InterruptedException as in {@link #acquire}; the body was not run
     */
    <T extends @Nullable Object, E extends Exception> T withLock(AcquireOptions options, MultiLockedCall<T, E> body)
            throws E, InterruptedException;
}
