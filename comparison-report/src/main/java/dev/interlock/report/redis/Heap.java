// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The heap of this JVM. */
final class Heap {

    private static final int TRIES = 5;
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private Heap() {}

    /** Bytes in use after garbage collection: the least of several, since other threads go on allocating. */
    static double used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            System.gc();
            LockSupport.parkNanos(REST_NANOS);
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return (double) least;
    }
}
