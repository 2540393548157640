// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.context;

import dev.interlock.LockClock;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A clock whose wall clock moves with its monotonic clock, so that it never jumps. It serves backends that a rule starts
 * without a client. Thread-safe.
 */
final class MonotonicClock implements LockClock {

    /** What the wall clock shows at the origin of the monotonic clock: any time that looks like one since 1970. */
    private static final long ORIGIN_MILLIS =
            Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    static final MonotonicClock SYSTEM = new MonotonicClock();

    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tck-timers");
        thread.setDaemon(true);
        return thread;
    });

    private MonotonicClock() {}

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        // Its difference to nanoTime must not change by itself.
        return ORIGIN_MILLIS + TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        Future<?> waiting = timers.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> waiting.cancel(false);
    }
}
