// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /**
     * Parses the answer of a JVM.
     *
     * @param words the answer
     * @return the results
     */
    public static RoundShare of(List<String> words) {
        List<Long> counts =
                Stream.of(words.get(0).split(",", -1)).map(Long::parseLong).toList();
        return new RoundShare(
                counts,
                words.get(1),
                Long.parseLong(words.get(2)),
                Long.parseLong(words.get(3)),
                Long.parseLong(words.get(4)),
                words.get(5));
    }

    String[] words() {
        return new String[] {
            counts.stream().map(String::valueOf).collect(Collectors.joining(",")),
            waits,
            Long.toString(cpuNanos),
            Long.toString(allocatedBytes),
            Long.toString(violations),
            failure
        };
    }
}
