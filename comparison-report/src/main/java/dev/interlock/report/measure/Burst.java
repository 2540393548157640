// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/**
 * What one run of a subject gave.
 *
 * @param perSecond cycles of all threads per second
 * @param p50Micros the median cycle in microseconds
 * @param p99Micros the slowest cycle but for one in a hundred, in microseconds
 */
record Burst(double perSecond, double p50Micros, double p99Micros) {

    private static final double NANOS_PER_MICRO = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int DIGITS = 3;

    /** Runs a subject for a time with some threads, all starting together, each timing each of its cycles. */
    static Burst of(Subject subject, int threads, Duration length) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Callable<Share>> shares = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                Subject.Cycle cycle = subject.forThread(thread);
                shares.add(() -> {
                    start.await();
                    return share(cycle, length.toNanos());
                });
            }
            return sum(pool.invokeAll(shares));
        } finally {
            pool.shutdownNow();
        }
    }

    private static Share share(Subject.Cycle cycle, long nanos) {
        Histogram latencies = new Histogram(DIGITS);
        long begin = System.nanoTime();
        long before = begin;
        do {
            cycle.run();
            long after = System.nanoTime();
            latencies.recordValue(after - before);
            before = after;
        } while (before - begin < nanos);
        return new Share(latencies, before - begin);
    }

    private static Burst sum(List<Future<Share>> shares) throws InterruptedException {
        Histogram all = new Histogram(DIGITS);
        double perSecond = 0;
        for (Future<Share> future : shares) {
            Share share = result(future);
            all.add(share.latencies);
            perSecond += share.latencies.getTotalCount() * NANOS_PER_SECOND / share.nanos;
        }
        return new Burst(
                perSecond,
                all.getValueAtPercentile(50) / NANOS_PER_MICRO,
                all.getValueAtPercentile(99) / NANOS_PER_MICRO);
    }

    private static Share result(Future<Share> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private record Share(Histogram latencies, long nanos) {}
}
