// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A {@link Lock} over a distributed lock: re-entrant and owned by the thread, across all views of that name in one
 * client.
 *
 * <p>Nested locking takes no new lease and keeps the token. Renewal ends when the owning thread dies. {@link #lock}
 * waits without limit, whatever the options say, because its contract does; {@link #tryLock()} is one try. All methods
 * that lock throw {@link LockUnavailableException} or {@link LockOutcomeUnknownException} as
 * {@link DistributedLock#acquire} does, and {@link LockLostException} when this thread's hold is over: re-entering a
 * lost lock is refused (rule REENT-3). Thread-safe.
 */
public interface LockView extends Lock {

    /**
     * The lock's name.
     *
     * @return the name as given by the user
     */
    String name();

    /**
     * {@link LockHandle#remaining} of the calling thread's hold.
     *
     * @return how much of the proven lease is left by the local clock; zero if the calling thread does not hold the
     *     lock, or has lost it
     */
    Duration remaining();

    /**
     * The fencing token of the calling thread's hold, the same at every depth.
     *
     * @return the token
     * @throws IllegalMonitorStateException if the calling thread does not hold the lock
     */
    long fencingToken();

    /**
     * {@link LockHandle#ensureHeld} for the calling thread's hold.
     *
     * @param atLeast how much of the lease must be left; zero or more
     * @throws IllegalMonitorStateException if the calling thread does not hold the lock
     * @throws LockLostException if the hold is not certain, or less time is left
     */
    void ensureHeld(Duration atLeast);

    /**
     * How often the calling thread holds the lock.
     *
     * @return the depth, zero if it does not
     */
    int holdCount();

    /**
     * Gives one level back; the last one releases the lock.
     *
     * @throws LockNotHeldException if the hold was lost meanwhile (at the last level, when the store says so; before
     *     that, when this client knows); the level is given back all the same
     * @throws IllegalMonitorStateException if the calling thread does not hold the lock
     */
    @Override
    void unlock();

    /**
     * Not supported: a condition would need a queue in the store.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    Condition newCondition();
}
