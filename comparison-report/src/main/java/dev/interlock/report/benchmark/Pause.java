// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A pause of the calling thread, never shorter than requested. */
final class Pause {

    private Pause() {}

    static void of(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
