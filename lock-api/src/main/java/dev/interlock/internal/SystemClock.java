// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockClock;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's clocks, and one timer thread for all clients of the process; it ends when it has been idle. */
final class SystemClock implements LockClock {

    static final SystemClock SHARED = new SystemClock();

    private static final long IDLE_SECONDS = 30;

    private final ScheduledThreadPoolExecutor timers;

    private SystemClock() {
        timers = new ScheduledThreadPoolExecutor(1, RealMachine.threads("interlock-timer"));
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
        ScheduledFuture<?> scheduled = timers.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }
}
