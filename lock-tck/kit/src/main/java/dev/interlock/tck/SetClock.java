// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClock;
import java.time.Duration;

/** The system's time, with a wall clock that a rule sets as an operator would. Thread-safe. */
final class SetClock implements LockClock {

    private volatile long wallOffsetMillis;

    /** Sets the wall clock to the right time plus an offset. */
    void set(Duration offset) {
        wallOffsetMillis = offset.toMillis();
    }

    @Override
    public long nanoTime() {
        return KitClock.SYSTEM.nanoTime();
    }

    @Override
    public long wallMillis() {
        return KitClock.SYSTEM.wallMillis() + wallOffsetMillis;
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        return KitClock.SYSTEM.schedule(delayNanos, task);
    }
}
