// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.guard;

import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.ReadingClaim;

/**
 * A number in a store that starts at 0, with the guard under test in front of it and a way around the guard. For two
 * threads.
 */
public interface GuardedStore {

    /**
     * Claims, and does nothing else.
     *
     * @param claim the claim of the hold
     */
    void claim(FencingClaim claim);

    /**
     * Claims, then reads, in one step.
     *
     * @param claim the claim of the hold
     * @return the number
     */
    long claimAndRead(FencingClaim claim);

    /**
     * Claims, then writes, in one step.
     *
     * @param claim the claim of the hold
     * @param value the number
     * @param pause runs between claim and write, or before both if no code can run between them
     */
    void claimAndWrite(FencingClaim claim, long value, Runnable pause);

    /**
     * Claims for a reader, then writes, in one step, as a reader does that fills a cache.
     *
     * @param claim the claim of the reader
     * @param value the number
     */
    void claimAndWrite(ReadingClaim claim, long value);

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
     * Returns whether a thread waits in this store for the end of another thread's step.
     *
     * @param thread a thread that uses the store
     * @return true if it cannot go on
     */
    boolean isBlocked(Thread thread);
}
