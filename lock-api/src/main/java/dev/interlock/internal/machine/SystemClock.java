// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import dev.interlock.LockClock;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The machine's clocks, and one timer thread for all clients of the process. It ends when it has been idle and no client
 * keeps it.
 */
final class SystemClock implements LockClock {

    static final SystemClock SHARED = new SystemClock();

    private static final long IDLE_SECONDS = 30;

    /** Longer than a process runs. */
    private static final long NEVER_DAYS = 36_500;

    private final ScheduledThreadPoolExecutor timers;

    private SystemClock() {
        timers = new ScheduledThreadPoolExecutor(1, new DaemonThreads("interlock-timer"));
        timers.setRemoveOnCancelPolicy(true);
        timers.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timers.allowCoreThreadTimeOut(true);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        // First, since a schedule that finds no thread leaves its task behind.
        timers.prestartCoreThread();
        ScheduledFuture<?> scheduled = timers.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    /** Starts the timer thread, which does not end from now on until the keeping is cancelled. */
    Timer keepThread() {
        return schedule(TimeUnit.DAYS.toNanos(NEVER_DAYS), () -> {});
    }
}
