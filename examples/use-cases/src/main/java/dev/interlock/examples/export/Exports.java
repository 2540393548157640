// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.export;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedSemaphore;
import dev.interlock.LockClient;
import java.time.Duration;

/**
 * Exports that load a database which all instances share, so that only some of them run at a time. The permit of an
 * instance that crashes comes back when its lease has ended. Thread-safe.
 */
public final class Exports {

    private static final AcquireOptions WAIT = AcquireOptions.waitAtMost(Duration.ofMinutes(5));

    private final DistributedSemaphore permits;

    /**
     * Creates the exports of one instance.
     *
     * @param locks the client of this instance
     * @param atOnce how many may run at a time, the same number in all instances
     */
    public Exports(LockClient locks, int atOnce) {
        this.permits = locks.semaphore("exports", atOnce);
    }

    /**
     * Waits for a permit and runs an export under it.
     *
     * @param export the work
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    public void run(Runnable export) throws InterruptedException {
        permits.permit().runWithLock(WAIT, handle -> export.run());
    }
}
