// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockClock;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pool that tries again a little later when the machine has no thread for a task. A step that was dropped instead
 * would leave its acquisition at the head of the queue for ever, and with it all who come later; and whoever handed it
 * in, by a release for one, has nothing to do with it. Thread-safe.
 */
final class PatientPool extends ThreadPoolExecutor {

    private static final Logger LOG = LoggerFactory.getLogger(PatientPool.class);
    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    private final String prefix;
    private final LockClock clock;
    private final TimerQueue timers;

    PatientPool(String prefix, int size, RejectedExecutionHandler afterClose, LockClock clock, TimerQueue timers) {
        super(
                size,
                size,
                ThreadPools.IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                ThreadPools.threads(prefix),
                afterClose);
        allowCoreThreadTimeOut(true);
        this.prefix = prefix;
        this.clock = clock;
        this.timers = timers;
    }

    @Override
    public void execute(Runnable task) {
        try {
            super.execute(task);
        } catch (OutOfMemoryError e) {
            // It may have been queued before there turned out to be no thread, and is to run once.
            getQueue().remove(task);
            LOG.error("no thread for {}, it is tried again: {}", prefix, e.toString());
            timers.at(clock.nanoTime() + PAUSE_NANOS, () -> execute(task));
        }
    }
}
