// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import java.time.Duration;
import java.util.List;

/**
 * The steps of a store for locks that several may hold at once: for readers and writers, and for permits. Each grant
 * takes some units of a limit ({@link Share}). These locks are others than those of {@link LockBackend}, also with the
 * same name.
 *
 * <p>The rules for steps are those of {@link LockBackend}: one atomic action of the store, a limit of time as a whole,
 * failures are outcomes. Requests that wait are served in the order of their arrival: an attempt is refused if it fits
 * only without those that wait before it. So a reader that comes after a waiting writer waits, and no waiter starves.
 * Thread-safe.
 */
public interface ShareSteps {

    /**
     * The capabilities of these locks, which may be others than those of the exclusive ones.
     *
     * @return the same value at every call after {@link LockBackend#start}
     */
    Capabilities capabilities();

    /**
     * Tries once to take units of a lock. Idempotent per attempt id, as {@link LockBackend#tryAcquire}. The token is
     * greater than the tokens of all earlier grants of this lock, of readers and writers.
     *
     * @param attempt the attempt
     * @param share how much it asks for, the same at each call with this attempt
     * @return the outcome; refused if the store knows another limit of this lock, while it is held or waited for
     */
    AcquireOutcome tryAcquire(Attempt attempt, Share share);

    /**
     * Creates a waiter. No I/O: the first attempt gets the place in the queue.
     *
     * @param attempt the attempt
     * @param share how much it asks for
     * @return the waiter
     */
    Contest contest(Attempt attempt, Share share);

    /**
     * Renews the lease of a grant that the store still has. Idempotent. Never creates or shortens one.
     *
     * @param grant the grant
     * @param lease the new lease, counted from now
     * @return the outcome, and whether others wait
     */
    Renewal renew(Grant grant, Duration lease);

    /**
     * Gives the units of an attempt back. Idempotent. An attempt that waits leaves the queue.
     *
     * @param attempt the attempt
     * @return the outcome
     */
    ReleaseOutcome release(Attempt attempt);

    /**
     * Reads the holders of a lock.
     *
     * @param name the lock
     * @return the holders, in the order of their grants; empty if it is free
     * @throws LockUnavailableException if the store did not answer
     */
    List<Holder> inspect(LockName name);

    /**
     * The outcome of a renewal.
     *
     * @param outcome as for an exclusive lock
     * @param wanted whether others waited for this lock at that moment
     */
    record Renewal(RenewOutcome outcome, boolean wanted) {}
}
