// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

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
 * The latencies and the throughput of a contender over some time.
 *
 * @param latencies of each operation of each thread, in nanoseconds
 * @param seconds how long the threads ran, on average
 */
record TimedRun(Histogram latencies, double seconds) {

    private static final double NANOS_PER_MICRO = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int DIGITS = 3;

    static TimedRun none() {
        return new TimedRun(new Histogram(DIGITS), 0);
    }

    /** Runs a contender for a time, one thread for each operation; all start together and time each repetition. */
    static TimedRun of(List<Contender.Operation> operations, Duration length, ExecutorService pool)
            throws InterruptedException {
        CyclicBarrier start = new CyclicBarrier(operations.size());
        List<Callable<TimedRun>> shares = new ArrayList<>();
        for (Contender.Operation operation : operations) {
            shares.add(() -> {
                start.await();
                return share(operation, length.toNanos());
            });
        }
        Histogram all = new Histogram(DIGITS);
        double seconds = 0;
        for (Future<TimedRun> future : pool.invokeAll(shares)) {
            TimedRun share = result(future);
            all.add(share.latencies);
            seconds += share.seconds;
        }
        return new TimedRun(all, seconds / operations.size());
    }

    /** This run and the next one of the same contender as one. */
    TimedRun then(TimedRun next) {
        Histogram both = latencies.copy();
        both.add(next.latencies);
        return new TimedRun(both, seconds + next.seconds);
    }

    /** Operations of all threads per second. */
    double perSecond() {
        return latencies.getTotalCount() / seconds;
    }

    /** The median latency. */
    double p50Micros() {
        return latencies.getValueAtPercentile(50) / NANOS_PER_MICRO;
    }

    /** The latency that 99 % of the operations stay within. */
    double p99Micros() {
        return latencies.getValueAtPercentile(99) / NANOS_PER_MICRO;
    }

    private static TimedRun share(Contender.Operation operation, long nanos) throws Exception {
        Histogram latencies = new Histogram(DIGITS);
        long begin = System.nanoTime();
        long before = begin;
        do {
            operation.run();
            long after = System.nanoTime();
            latencies.recordValue(after - before);
            before = after;
        } while (before - begin < nanos);
        return new TimedRun(latencies, (before - begin) / NANOS_PER_SECOND);
    }

    private static TimedRun result(Future<TimedRun> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
