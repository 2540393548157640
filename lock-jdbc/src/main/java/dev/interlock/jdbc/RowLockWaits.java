// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.spi.Attempt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads that wait in the server: one for the first waiter for each name. Thread-safe. */
final class RowLockWaits {

    private final RowLockMode mode;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        // What the caller's thread hands down to new threads is none of our business.
        Thread thread = new Thread(null, task, "interlock-jdbc-wait", 0, false);
        thread.setDaemon(true);
        return thread;
    });

    RowLockWaits(RowLockMode mode) {
        this.mode = mode;
    }

    RowLockWait start(Attempt attempt) {
        RowLockWait wait = new RowLockWait(mode, attempt, threads);
        threads.execute(wait);
        return wait;
    }

    void close() {
        threads.shutdown();
    }
}
