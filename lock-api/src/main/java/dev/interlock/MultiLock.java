// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Several locks that are acquired together, all or none: a value object, cheap to create. Thread-safe.
 *
 * <p>The names are sorted, so the order in which they were given does not matter, and a name that was given twice is
 * one lock. One wait limit counts for all of them. A caller waits for the first name that is taken, holding nothing,
 * and then takes the others. While it holds some, it waits only for names that come after all of those, and only for a
 * short while, which grows with each round: then it gives everything back and waits again without a lock in hand. So
 * callers that take several locks cannot block each other for ever, and nobody sits on one lock while another is busy.
 *
 * <p>Where the backend can, the locks are taken by one request in one atomic step of the store
 * ({@link dev.interlock.spi.BulkSteps}); else one after another.
 *
 * <p>What can still block itself: whoever holds one of the names already, by another handle, waits for itself until its
 * limit, and the exception then says so.
 *
 * <p>All acquiring methods throw as those of {@link DistributedLock} do; what was acquired by then is given back first.
 */
public interface MultiLock {

    /** The most names of one multi-lock. */
    int MAX_NAMES = 1_000;

    /**
     * Checks names and brings them into the order in which they are acquired.
     *
     * @param names one to {@value #MAX_NAMES} different names
     * @return each once, sorted
     * @throws IllegalArgumentException if there is no name, too many, or one is not valid
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
     * @return each once, sorted by the bytes of their UTF-8: the order in which they are acquired
     */
    List<String> names();

    /**
     * Makes one attempt with the client's default options, without waiting.
     *
     * @return the handle, or empty if another holder has one of the locks
     */
    Optional<MultiLockHandle> tryAcquire();

    /**
     * Acquires the locks, waiting up to the limit of the options.
     *
     * @param options what differs from the defaults of the client, and of each name
     * @return the handle, or empty if others held one of the locks until the limit was reached
     * @throws InterruptedException as {@link DistributedLock#tryAcquire(AcquireOptions)}
     */
    Optional<MultiLockHandle> tryAcquire(AcquireOptions options) throws InterruptedException;

    /**
     * Acquires the locks, waiting up to the limit of the options.
     *
     * @param options what differs from the defaults of the client, and of each name
     * @return the handle
     * @throws LockTimeoutException if others held one of the locks until the limit was reached; it says which
     * @throws InterruptedException as {@link DistributedLock#tryAcquire(AcquireOptions)}
     */
    MultiLockHandle acquire(AcquireOptions options) throws InterruptedException;

    /**
     * Acquires the locks without holding a thread while waiting (unless the backend declares {@link Waiting#BLOCKING}).
     * Completion, failure and cancellation are those of {@link DistributedLock#acquireAsync}.
     *
     * @param options what differs from the defaults of the client, and of each name
     * @return the handle to come
     */
    CompletableFuture<MultiLockHandle> acquireAsync(AcquireOptions options);

    /**
     * Acquires the locks, does the work, releases them.
     *
     * @param <T> what the work returns
     * @param <E> what the work may throw
     * @param options what differs from the defaults of the client, and of each name
     * @param body the work
     * @return what the work returned
     * @throws E what the work threw; a loss of a lock meanwhile is added as a suppressed {@link LockLostException}
     * @throws LockLostException if the work was done but a lock was lost before it ended: others may have been inside
     * @throws LockTimeoutException as {@link #acquire}
     * @throws InterruptedException as {@link #acquire}
     */
    <T extends @Nullable Object, E extends Exception> T withLock(AcquireOptions options, MultiLockedCall<T, E> body)
            throws E, InterruptedException;
}
