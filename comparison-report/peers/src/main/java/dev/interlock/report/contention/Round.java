// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import dev.interlock.report.contention.round.HistogramText;
import dev.interlock.report.contention.round.RoundShare;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/**
 * One round of one contender: the shares of its JVMs, and the load of the server and the machine meanwhile.
 *
 * @param pass the number of the pass over all contenders, from 1: rounds of the same pass are compared
 * @param seconds its length, in which acquisitions count
 * @param elapsedSeconds its length until the last thread had ended, which the costs cover
 * @param shares of the JVMs
 * @param requests the requests that the server received, by kind
 * @param serverCpu the CPU time of the server's processes
 * @param steal the share of this machine's time that other machines on the same host took
 * @param busySeconds the busy time of all cores of the machine together, for any process
 */
record Round(
        int pass,
        double seconds,
        double elapsedSeconds,
        List<RoundShare> shares,
        Map<String, Long> requests,
        Duration serverCpu,
        double steal,
        double busySeconds) {

    /** A round with a larger share measures the neighbours more than the contender. */
    static final double MOST_STEAL = 0.2;

    boolean isQuiet() {
        return steal <= MOST_STEAL;
    }

    long grants() {
        return threads().sum();
    }

    double perSecond() {
        return grants() / seconds;
    }

    /**
     * A cost of the round per acquisition. Acquisitions after the end of the round count, because the costs include
     * them; where only the waits of writers are kept, there are fewer waits than acquisitions.
     */
    double each(double cost) {
        return cost / Math.max(1, Math.max(grants(), waits().getTotalCount()));
    }

    double clientCpuMicros() {
        return each(clientCpuNanos() / 1e3);
    }

    double serverCpuMicros() {
        return each(serverCpu.toNanos() / 1e3);
    }

    double allocatedBytes() {
        return each(
                (double) shares.stream().mapToLong(RoundShare::allocatedBytes).sum());
    }

    Map<String, Double> requestsEach() {
        Map<String, Double> each = new TreeMap<>();
        requests.forEach((kind, count) -> each.put(kind, each((double) count)));
        return each;
    }

    double requestsOfAllKinds() {
        return each(
                (double) requests.values().stream().mapToLong(Long::longValue).sum());
    }

    /** The fewest acquisitions of any thread, as a share of the most. */
    double fewestOfMostThreads() {
        return ratio(threads());
    }

    double fewestOfMostJvms() {
        return ratio(shares.stream().mapToLong(share -> sum(share.counts())));
    }

    Histogram waits() {
        Histogram all = new Histogram(3);
        shares.forEach(share -> all.add(HistogramText.parse(share.waits())));
        return all;
    }

    long violations() {
        return shares.stream().mapToLong(RoundShare::violations).sum();
    }

    /** The failure of the first JVM that has one. */
    String failure() {
        return shares.stream()
                .map(RoundShare::failure)
                .filter(failure -> !failure.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** How many cores other processes kept busy on average, without the contender and its server. */
    double coresOfOthers() {
        double own = (clientCpuNanos() + serverCpu.toNanos()) / 1e9;
        return Math.max(0, busySeconds - own) / elapsedSeconds;
    }

    private long clientCpuNanos() {
        return shares.stream().mapToLong(RoundShare::cpuNanos).sum();
    }

    private LongStream threads() {
        return shares.stream().flatMap(share -> share.counts().stream()).mapToLong(Long::longValue);
    }

    private static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    private static double ratio(LongStream counts) {
        var summary = counts.summaryStatistics();
        return summary.getMax() > 0 ? (double) summary.getMin() / summary.getMax() : 0;
    }
}
