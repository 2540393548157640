// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A {@link Lock} on a distributed lock: re-entrant and owned by a thread, across all views of that name in one client.
 * Thread-safe.
 *
 * <ul>
 *   <li>A nested lock call keeps the lease and the token.
 *   <li>Renewal ends when the owning thread dies.
 *   <li>{@link #lock} waits without a limit, as its contract demands, whatever the options say. {@link #tryLock()}
 *       makes one attempt.
 *   <li>The methods that lock throw {@link LockUnavailableException} or {@link LockOutcomeUnknownException} as
 *       {@link DistributedLock#acquire} does. They throw {@link LockLostException} if this thread has lost its hold: a
 *       lost lock cannot be re-entered (rule REENT-3).
 * </ul>
 */
public interface LockView extends Lock {

    /**
     * The name of the lock.
     *
     * @return the name as given by the user
     */
    String name();

    /**
     * The time left of the calling thread's hold, as in {@link LockHandle#remaining}.
     *
     * @return the time left of the proven lease by the local clock; zero if the calling thread does not hold the lock
     *     or has lost it
     */
    Duration remaining();

    /**
     * The fencing token of the calling thread's hold. It is the same at every level of nesting.
     *
     * @return the token
     * @throws IllegalMonitorStateException if the calling thread does not hold the lock
     */
    long fencingToken();

    /**
     * Checks the calling thread's hold, as {@link LockHandle#ensureHeld} does.
     *
     * @param atLeast the minimum that must be left of the lease; zero or more
     * @throws IllegalMonitorStateException if the calling thread does not hold the lock
     * @throws LockLostException if the state is not {@link HandleState#HELD}, or less time is left
     */
    void ensureHeld(Duration atLeast);

    /**
     * Renews the calling thread's hold, as {@link LockHandle#renew} does.
     *
     * @param lease the new minimum lease, counted from now by the server's clock: 10 ms to 365 days, and within the
     *     bounds of the store
     * @return the outcome, as in {@link LockHandle#renew}
     * @throws IllegalMonitorStateException if the calling thread does not hold the lock
     * @throws IllegalArgumentException if the lease is out of bounds
     */
    @CheckReturnValue
    RenewResult renew(Duration lease);

    /**
     * The hold count of the calling thread.
     *
     * @return the level of nesting; zero if the calling thread does not hold the lock
     */
    int holdCount();

    /**
     * Ends one level of nesting. The last level releases the lock.
     *
     * @throws LockLostException if the hold was lost meanwhile. The result of the release decides at the last level,
     *     and the state that this client knows decides at the others. The level ends in any case.
     * @throws IllegalMonitorStateException if the calling thread does not hold the lock
     */
    @Override
    void unlock();

    /**
     * Not supported, because a condition would need a queue in the store.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    Condition newCondition();
}
