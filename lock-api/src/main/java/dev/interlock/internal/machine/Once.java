// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A task that runs at most once. A pool that throws because it has no thread may have taken the task all the same, so
 * only such a task can be handed in again. Thread-safe.
 */
public final class Once implements Runnable {

    private final Runnable task;
    private final AtomicBoolean used = new AtomicBoolean();

    public Once(Runnable task) {
        this.task = task;
    }

    /** What it does. */
    Runnable task() {
        return task;
    }

    @Override
    public void run() {
        if (used.compareAndSet(false, true)) {
            task.run();
        }
    }

    /** Keeps it from running; false if it has begun. */
    boolean cancel() {
        return used.compareAndSet(false, true);
    }
}
