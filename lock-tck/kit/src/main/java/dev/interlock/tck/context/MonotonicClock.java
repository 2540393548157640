// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.context;

import dev.interlock.LockClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The clock of backends that a rule starts. Its wall clock moves with its monotonic clock, so that it never jumps. Its
 * monotonic clock has an origin of its own, so that a backend that takes readings of another clock for readings of this
 * one is off by an hour. Thread-safe.
 */
final class MonotonicClock implements LockClock {

    /** What the wall clock shows at the origin of the monotonic clock: any time that looks like one since 1970. */
    private static final long ORIGIN_MILLIS =
            Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    /** Ahead, so that a reading of the clock of this JVM looks long past: what it begins is over at once. */
    private static final long AHEAD_NANOS = Duration.ofHours(1).toNanos();

    static final MonotonicClock SYSTEM = new MonotonicClock();

    private final ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "tck-timers");
        thread.setDaemon(true);
        return thread;
    });

    private MonotonicClock() {
        // Clients cancel most of their timers.
        timers.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime() + AHEAD_NANOS;
    }

    @Override
    public long wallMillis() {
        // Its difference to nanoTime must not change by itself.
        return ORIGIN_MILLIS + TimeUnit.NANOSECONDS.toMillis(nanoTime());
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        Future<?> waiting = timers.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> waiting.cancel(false);
    }
}
