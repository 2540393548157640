// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.mutants;

import dev.interlock.LockClock;
import dev.interlock.tck.KitContext;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Slow motion, for defects that show only between two steps, and the wall clock, for those who trust it. */
final class Pauses {

    private Pauses() {}

    static void ofMillis(long millis) {
        LockClock clock = new KitContext().clock();
        long end = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        // A loop, since a permit left over from the caller's last wait ends the first rest at once.
        for (long left = end - clock.nanoTime(); left > 0; left = end - clock.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    static long wallMillis() {
        return new KitContext().clock().wallMillis();
    }
}
