// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClock;
import java.time.Duration;

/** The clock of this machine, with a wall clock that a rule sets as an operator would. Thread-safe. */
final class SettableClock implements LockClock {

    private volatile long wallOffsetMillis;

    /** Sets the wall clock to the right time plus an offset. */
    void set(Duration offset) {
        wallOffsetMillis = offset.toMillis();
    }

    @Override
    public long nanoTime() {
        return RealTimeClock.SYSTEM.nanoTime();
    }

    @Override
    public long wallMillis() {
        return RealTimeClock.SYSTEM.wallMillis() + wallOffsetMillis;
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        return RealTimeClock.SYSTEM.schedule(delayNanos, task);
    }
}
