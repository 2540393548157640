// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.guard;

import dev.interlock.guard.FencingClaim;

/**
 * A number in a store that starts at 0, with the guard on trial in front of it and a way around it. For two threads.
 */
public interface GuardedStore {

    /**
     * Claims, and nothing else.
     *
     * @param claim whose turn it is
     */
    void claim(FencingClaim claim);

    /**
     * Claims, then reads, in one step.
     *
     * @param claim whose turn it is
     * @return the number
     */
    long claimAndRead(FencingClaim claim);

    /**
     * Claims, then writes, in one step.
     *
     * @param claim whose turn it is
     * @param value the number
     * @param pause to be run between the two; or before them, if nothing of ours can run between
     */
    void claimAndWrite(FencingClaim claim, long value, Runnable pause);

    /**
     * Reads past the guard.
     *
     * @return the number
     */
    long read();

    /**
     * Writes past the guard.
     *
     * @param value the number
     */
    void write(long value);

    /**
     * Whether a thread waits for another's step to end, in this store.
     *
     * @param thread one that uses the store
     * @return true if it cannot go on
     */
    boolean isBlocked(Thread thread);
}
