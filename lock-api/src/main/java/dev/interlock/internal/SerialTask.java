// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A task that runs on an executor once more for each wake-up, or for several at a time, and never twice at once: what
 * only it touches is confined. The task must not throw. Thread-safe.
 */
final class SerialTask {

    private final Executor executor;
    private final Runnable task;
    private final AtomicInteger wakeUps = new AtomicInteger();

    SerialTask(Executor executor, Runnable task) {
        this.executor = executor;
        this.task = task;
    }

    /** Has the task run once more, after this call began. */
    void wake() {
        if (wakeUps.getAndIncrement() == 0) {
            executor.execute(this::runUntilQuiet);
        }
    }

    private void runUntilQuiet() {
        int seen = wakeUps.get();
        do {
            task.run();
            seen = wakeUps.addAndGet(-seen);
        } while (seen != 0);
    }
}
