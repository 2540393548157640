// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.instrument;

import dev.interlock.LockClock;
import dev.interlock.tck.context.StandaloneContext;
import java.time.Duration;

/** The clock of this machine, with a wall clock that a rule sets as an operator would. Thread-safe. */
public final class SettableClock implements LockClock {

    private final LockClock real = new StandaloneContext().clock();
    private volatile long wallOffsetMillis;

    /** One whose wall clock is wrong from the beginning. */
    public static SettableClock wrongBy(Duration offset) {
        SettableClock clock = new SettableClock();
        clock.set(offset);
        return clock;
    }

    /** Moves the wall clock by an offset from where it would be. */
    public void set(Duration offset) {
        wallOffsetMillis = offset.toMillis();
    }

    @Override
    public long nanoTime() {
        return real.nanoTime();
    }

    @Override
    public long wallMillis() {
        return real.wallMillis() + wallOffsetMillis;
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        return real.schedule(delayNanos, task);
    }
}
