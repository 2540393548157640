// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockName;
import java.time.Duration;
import java.util.List;

/**
 * The steps of a backend for many locks in one request. What holds of a {@link LockBackend}'s steps holds of these:
 * each is bounded in time as a whole, checks ownership and acts on it in one atomic action of the store for each lock,
 * never waits for a lock, and ends in an outcome. Thread-safe.
 *
 * <p>A step gets 1 to {@value #MAX_LOCKS} locks of different names.
 */
public interface BulkSteps {

    /** The most locks that one step is asked for. */
    int MAX_LOCKS = 1_000;

    /**
     * Whether {@link #tryAcquireAll} can be asked for these locks, as far as is known without asking the store.
     *
     * @param names in the order in which they would be acquired
     * @return false if the store has no atomic action for them, as a cluster has none for names of several slots
     */
    boolean canAcquireAll(List<LockName> names);

    /**
     * Tries once to acquire all of several locks or none, in one atomic action of the store. Idempotent per attempt id
     * as {@link LockBackend#tryAcquire} is: locks that their attempts own already are granted with the same tokens,
     * and those among them that are free, as after the end of a lease, are granted anew. If another holder has one, nothing
     * is changed: what an earlier request with these attempts was granted stays theirs, so after an outcome that was
     * unknown they are to be released whatever a repetition says.
     *
     * @param attempts what to acquire
     * @return how it ended
     */
    AcquireAllOutcome tryAcquireAll(List<Attempt> attempts);

    /**
     * Renews each of several grants, as {@link LockBackend#renew} does; the outcome of one says nothing of another's.
     *
     * @param grants what was granted
     * @param lease how long from now on
     * @return how each ended, in the order of the grants
     */
    List<RenewOutcome> renewAll(List<Grant> grants, Duration lease);

    /**
     * Frees each of several locks, as {@link LockBackend#release} does; the outcome of one says nothing of another's.
     *
     * @param attempts whose locks
     * @return how each ended, in the order of the attempts
     */
    List<ReleaseOutcome> releaseAll(List<Attempt> attempts);
}
