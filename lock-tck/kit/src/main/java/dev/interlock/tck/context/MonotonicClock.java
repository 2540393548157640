// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.context;

import dev.interlock.LockClock;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The clock of this machine, for backends that a rule starts without a client. Thread-safe. */
final class RealTimeClock implements LockClock {

    static final RealTimeClock SYSTEM = new RealTimeClock();

    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tck-timers");
        thread.setDaemon(true);
        return thread;
    });

    private RealTimeClock() {}

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        // Runs with the monotonic clock: to a backend without a client, the machine never sleeps.
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        Future<?> waiting = timers.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> waiting.cancel(false);
    }
}
