// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/**
 * What some time of a subject gave.
 *
 * @param latencies of each cycle of each thread, in nanoseconds
 * @param seconds how long the threads ran, on average
 */
record Burst(Histogram latencies, double seconds) {

    private static final double NANOS_PER_MICRO = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int DIGITS = 3;

    static Burst none() {
        return new Burst(new Histogram(DIGITS), 0);
    }

    /** Runs a subject for a time with one thread for each cycle, all starting together, each timing each of its cycles. */
    static Burst of(List<Subject.Cycle> cycles, Duration length, ExecutorService pool) throws InterruptedException {
        CyclicBarrier start = new CyclicBarrier(cycles.size());
        List<Callable<Burst>> shares = new ArrayList<>();
        for (Subject.Cycle cycle : cycles) {
            shares.add(() -> {
                start.await();
                return share(cycle, length.toNanos());
            });
        }
        Histogram all = new Histogram(DIGITS);
        double seconds = 0;
        for (Future<Burst> future : pool.invokeAll(shares)) {
            Burst share = result(future);
            all.add(share.latencies);
            seconds += share.seconds;
        }
        return new Burst(all, seconds / cycles.size());
    }

    /** One after the other. */
    Burst then(Burst next) {
        Histogram both = latencies.copy();
        both.add(next.latencies);
        return new Burst(both, seconds + next.seconds);
    }

    /** Cycles of all threads per second. */
    double perSecond() {
        return latencies.getTotalCount() / seconds;
    }

    /** The median cycle. */
    double p50Micros() {
        return latencies.getValueAtPercentile(50) / NANOS_PER_MICRO;
    }

    /** The slowest cycle but for one in a hundred. */
    double p99Micros() {
        return latencies.getValueAtPercentile(99) / NANOS_PER_MICRO;
    }

    private static Burst share(Subject.Cycle cycle, long nanos) throws Exception {
        Histogram latencies = new Histogram(DIGITS);
        long begin = System.nanoTime();
        long before = begin;
        do {
            cycle.run();
            long after = System.nanoTime();
            latencies.recordValue(after - before);
            before = after;
        } while (before - begin < nanos);
        return new Burst(latencies, (before - begin) / NANOS_PER_SECOND);
    }

    private static Burst result(Future<Burst> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
