// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Starts a thread for each {@link RowLockWaiter}: one for each name that this client waits for. Thread-safe. */
final class RowLockWaiters {

    private final RowLockMode mode;
    private final ExecutorService threads = Executors.newCachedThreadPool(new DaemonThreads("interlock-jdbc-wait"));

    RowLockWaiters(RowLockMode mode) {
        this.mode = mode;
    }

    RowLockWaiter start(Attempt attempt) {
        RowLockWaiter waiter = new RowLockWaiter(mode, attempt, threads);
        threads.execute(waiter);
        return waiter;
    }

    void close() {
        threads.shutdown();
    }
}
