// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

/** One lock of one client, used by one thread. */
public interface NamedLock {

    /**
     * Acquires the lock. Contenders that can wait do so, for a minute at most; the others get only names of their own.
     *
     * @throws IllegalStateException if the lock was not granted
     * @throws Exception if the store failed
     */
    void lock() throws Exception;

    /**
     * Releases the lock; returns once the store has confirmed it.
     *
     * @throws IllegalStateException if the store did not confirm that this was the holder
     * @throws Exception if the store failed
     */
    void unlock() throws Exception;
}
