// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockName;
import java.time.Duration;
import java.util.List;

/**
 * The steps of a backend for a set of locks in one request. The rules of {@link LockBackend}'s steps apply. Each step
 * has a time limit as a whole, never waits for a lock, and ends in an outcome. It checks and changes the ownership of
 * each lock in one atomic action of the store. Thread-safe.
 *
 * <p>A step gets 1 to {@value #MAX_LOCKS} locks with different names.
 */
public interface BulkSteps {

    /** The maximum number of locks in one step. */
    int MAX_LOCKS = 1_000;

    /**
     * Returns whether {@link #tryAcquireAll} supports these locks, as far as is known without asking the store.
     *
     * @param names in the order in which they would be acquired
     * @return false if the store has no atomic action for them, as a cluster for names in several slots
     */
    boolean canAcquireAll(List<LockName> names);

    /**
     * Tries once to acquire all locks or none, in one atomic action of the store. If another holder has one of them,
     * nothing is changed.
     *
     * <p>Idempotent per attempt id, as {@link LockBackend#tryAcquire} is. A lock that its attempt already owns is
     * granted with the same token. If an earlier grant has ended, for example with its lease, the lock is granted
     * again. Grants of an earlier request with these attempts remain even if this request is refused. So after an
     * unknown outcome all attempts must be released, even if a repetition is refused.
     *
     * <p>A client retains no lock of a set, so a new attempt is not {@linkplain Attempt#recallable() recallable}.
     *
     * @param attempts the attempts, one for each lock
     * @return the outcome
     */
    AcquireAllOutcome tryAcquireAll(List<Attempt> attempts);

    /**
     * Renews several grants, as {@link LockBackend#renew} does. The outcomes are independent of each other.
     *
     * @param grants the grants
     * @param lease the new lease, counted from now
     * @return the outcomes, in the order of the grants
     */
    List<RenewOutcome> renewAll(List<Grant> grants, Duration lease);

    /**
     * Releases several locks, as {@link LockBackend#release} does. The outcomes are independent of each other.
     *
     * @param attempts the owners of the locks
     * @return the outcomes, in the order of the attempts
     */
    List<ReleaseOutcome> releaseAll(List<Attempt> attempts);
}
