// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pool that tries again a little later when the machine has no thread for a task. A step that was dropped instead
 * would leave its acquisition at the head of the queue for ever, and with it all who come later; and whoever handed it
 * in, by a release for one, has nothing to do with it. Thread-safe.
 */
final class PatientPool implements Executor {

    private static final Logger LOG = LoggerFactory.getLogger(PatientPool.class);
    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    private final String prefix;
    private final Machine machine;
    private final TimerQueue timers;
    private final ThreadPoolExecutor threads;

    PatientPool(String prefix, int size, RejectedExecutionHandler afterClose, Machine machine, TimerQueue timers) {
        this.prefix = prefix;
        this.machine = machine;
        this.timers = timers;
        threads = machine.pool(prefix, size, new LinkedBlockingQueue<>(), afterClose);
    }

    ThreadPoolExecutor threads() {
        return threads;
    }

    @Override
    public void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (OutOfMemoryError e) {
            // It may have been queued before there turned out to be no thread, and is to run once.
            threads.getQueue().remove(task);
            LOG.error("no thread for {}, it is tried again: {}", prefix, e.toString());
            timers.at(machine.nanoTime() + PAUSE_NANOS, () -> execute(task));
        }
    }
}
