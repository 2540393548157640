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
 * One round of one contender: the shares of its JVMs, and what the server and the machine did meanwhile.
 *
 * @param pass which time it was the turn of all contenders, from 1: rounds of one pass are compared
 * @param seconds its length, in which acquisitions count
 * @param elapsedSeconds until the last thread had ended, which the costs cover
 * @param shares of the JVMs
 * @param requests what the server received, by kind
 * @param serverCpu of the server's process
 * @param steal the share of the machine's time that other machines had
 * @param busySeconds how long the cores of the machine worked together, for whomever
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

    /** A round with more of it says more of the neighbours than of the contender. */
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

    /** Of what the round cost: for each acquisition, also those that came when it was over, as the costs have theirs. */
    double each(double cost) {
        return cost / Math.max(1, waits().getTotalCount());
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

    /** What the thread with the fewest acquisitions had for each of the one with the most. */
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

    /** Of the first JVM that has one. */
    String failure() {
        return shares.stream()
                .map(RoundShare::failure)
                .filter(failure -> !failure.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** How many cores somebody else kept busy, on average: neither the contender nor its server. */
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
