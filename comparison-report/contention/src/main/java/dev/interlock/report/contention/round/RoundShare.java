// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import java.util.List;

/**
 * One JVM's results of a round.
 *
 * @param counts of each thread: acquisitions that were granted within the round
 * @param waits a histogram of nanoseconds in the text form of HdrHistogram: from the call to the grant; in a hand-over
 *     from the other JVM's release
 * @param cpuNanos of the whole JVM, while the threads ran
 * @param allocatedBytes of all threads that lived through the round
 * @param violations how many holders were not alone
 * @param failure why the round ended early, empty if it did not
 */
public record RoundShare(
        List<Long> counts, String waits, long cpuNanos, long allocatedBytes, long violations, String failure) {

    /** Copies the list. */
    public RoundShare {
        counts = List.copyOf(counts);
    }

    /** The answer of a JVM once its threads are ready. */
    public static final String READY = "ready";

    /** The command that starts them. */
    public static final String GO = "go";
}
