// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.context;

import dev.interlock.LockClock;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The clock of backends that a rule starts. Its wall clock was right when this JVM began to use it, and moves with its
 * monotonic clock, so that it never jumps. Its monotonic clock has an origin of its own, so that a backend that takes
 * readings of another clock for readings of this one is off by an hour. Thread-safe.
 */
final class MonotonicClock implements LockClock {

    /** Ahead, so that a reading of the clock of this JVM looks long past: what it begins is over at once. */
    private static final long AHEAD_NANOS = Duration.ofHours(1).toNanos();

    static final MonotonicClock SYSTEM = new MonotonicClock();

    /**
     * What the wall clock shows at the origin of the monotonic clock, from the start and the age of this JVM. A store
     * compares what a client writes with its own time: to see the clients that it must not believe, it has to be near.
     */
    private final long originMillis;

    private final ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "tck-timers");
        thread.setDaemon(true);
        return thread;
    });

    private MonotonicClock() {
        // Clients cancel most of their timers.
        timers.setRemoveOnCancelPolicy(true);
        RuntimeMXBean jvm = ManagementFactory.getRuntimeMXBean();
        originMillis = jvm.getStartTime() + jvm.getUptime() - TimeUnit.NANOSECONDS.toMillis(nanoTime());
    }

    @Override
    public long nanoTime() {
        return System.nanoTime() + AHEAD_NANOS;
    }

    @Override
    public long wallMillis() {
        // Its difference to nanoTime must not change by itself.
        return originMillis + TimeUnit.NANOSECONDS.toMillis(nanoTime());
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        Future<?> waiting = timers.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> waiting.cancel(false);
    }
}
