// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.List;

/**
 * What an operator of a store does: lists the locks that are held, and frees a lock that its holder cannot release. It
 * sees the locks of all clients of the store that use the same prefix, base or table. Locks that several may hold
 * ({@link LockClient#readWrite}, {@link LockClient#semaphore}) are left out. Thread-safe; calls block.
 *
 * <p>Each store says what its user needs for it: Redis the right {@code +scan} for a list, SQL, ZooKeeper and etcd nothing
 * more than a client needs. Mode row-lock of SQL and Redlock refuse both calls, with the way out.
 */
public interface LockOperator {

    /** The largest number of locks in one list. */
    int MAX_LISTED = 10_000;

    /**
     * Lists locks that are held now. It takes several requests, each with the time limit of a step, so locks that are
     * acquired or released meanwhile may be in the list or not. A lock that is held all the time is in it, as long as
     * there are no more than {@code atMost}.
     *
     * @param prefix the start of the names; empty for all locks
     * @param atMost the largest number of locks to return, 1 to {@value #MAX_LISTED}. If so many are returned, there
     *     may be more; which ones are left out is not defined.
     * @return the locks, in the order of their names
     * @throws IllegalArgumentException if the prefix has a control character or the number is out of bounds
     * @throws LockUnavailableException if the store did not answer, refuses or cannot do it. Nothing was changed.
     * @throws LockClientClosedException if the client is closed
     */
    @CheckReturnValue
    List<HeldLock> list(String prefix, int atMost);

    /**
     * Frees a lock if its holder still is the one that was looked at. The store checks that and frees the lock in one
     * atomic action, so a successor's lock is never freed. Waiters are woken as by a release. The next fencing token is
     * greater than the freed one.
     *
     * <p><b>If the holder still works, the lock has two owners from now on.</b> The call sends nothing to the holder. It
     * learns of its loss at its next renewal, up to a third of its lease later, or at once if the store reports losses.
     * Until then only a resource that checks fencing tokens is protected ({@link dev.interlock.guard}). So end the
     * holder's process first, or be sure that each resource has a guard.
     *
     * @param name the lock
     * @param token the holder's token as {@link LockClient#inspect} or {@link #list} returned it
     * @return what became of it
     * @throws IllegalArgumentException if the name is not valid or the token is not positive
     * @throws LockUnavailableException if the store did not execute the request, refuses or cannot do it. Nothing was
     *     changed.
     * @throws LockClientClosedException if the client is closed. Nothing was changed.
     */
    @CheckReturnValue
    FreeResult free(String name, long token);
}
