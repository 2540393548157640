// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

/** What one thread does in a round. */
@FunctionalInterface
interface ThreadWork {

    /**
     * Does it until the round is over.
     *
     * @param end by {@link System#nanoTime}
     * @param tally what was done
     * @throws Exception if the store failed or did not do what it should
     */
    void run(long end, ThreadTally tally) throws Exception;
}
