// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A task that runs on an executor once more for each wake-up, or for several at a time, and never twice at once: what
 * only it touches is confined. The task must not throw. Thread-safe.
 */
public final class SerialTask {

    private static final EngineLog LOG = EngineLog.of(SerialTask.class);

    private final Executor executor;
    private final Runnable task;
    private final AtomicInteger wakeUps = new AtomicInteger();

    public SerialTask(Executor executor, Runnable task) {
        this.executor = executor;
        this.task = task;
    }

    /** Has the task run once more, after this call began. */
    public void wake() {
        if (wakeUps.getAndIncrement() == 0) {
            executor.execute(this::runUntilQuiet);
        }
    }

    private void runUntilQuiet() {
        int seen = wakeUps.get();
        do {
            runOnce();
            seen = wakeUps.addAndGet(-seen);
        } while (seen != 0);
    }

    /** A task that fails has broken its contract; the wake-ups that follow still reach it. */
    private void runOnce() {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.error("a step failed unexpectedly; the next one goes on", e);
        }
    }
}
