// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

/** The work of one thread in a round. */
@FunctionalInterface
interface ThreadWork {

    /**
     * Works until the round is over.
     *
     * @param end the end of the round by {@link System#nanoTime}
     * @param tally receives the results
     * @throws Exception if the store failed or misbehaved
     */
    void run(long end, ThreadTally tally) throws Exception;
}
