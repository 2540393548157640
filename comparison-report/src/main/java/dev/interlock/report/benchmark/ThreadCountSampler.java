// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Samples the number of threads beyond those that existed at its start. Safe for use by many threads. */
final class ThreadCountSampler implements AutoCloseable {

    private static final int PERIOD_MILLIS = 10;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final AtomicInteger most = new AtomicInteger();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Set<Long> before;

    private ThreadCountSampler() throws InterruptedException, ExecutionException {
        Future<?> ready = timer.submit(() -> {});
        ready.get();
        before = Arrays.stream(threads.getAllThreadIds()).boxed().collect(Collectors.toSet());
    }

    /** Begins with the present threads, including its own. */
    static ThreadCountSampler begin() throws InterruptedException, ExecutionException {
        ThreadCountSampler sampler = new ThreadCountSampler();
        sampler.timer.scheduleAtFixedRate(sampler::count, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return sampler;
    }

    private void count() {
        int now = (int) Arrays.stream(threads.getAllThreadIds())
                .filter(id -> !before.contains(id))
                .count();
        most.accumulateAndGet(now, Math::max);
    }

    int most() {
        return most.get();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
