// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.defect;

import dev.interlock.LockClock;
import dev.interlock.tck.context.StandaloneContext;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Time for mutants, by the clock of the backends that a rule starts. It has pauses, for defects that show only between two
 * steps, and milliseconds, for tokens taken from a clock.
 */
public final class MutantClock {

    private static final long LOOK_NANOS = 20_000;

    private MutantClock() {}

    /**
     * Pauses until the condition holds or the time is over. It checks often enough to meet a condition that holds
     * briefly.
     */
    public static void pauseUntil(BooleanSupplier condition, long mostMillis) {
        LockClock clock = new StandaloneContext().clock();
        long end = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMillis);
        while (end - clock.nanoTime() > 0 && !condition.getAsBoolean()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    public static long nanoTime() {
        return new StandaloneContext().clock().nanoTime();
    }

    public static long millis() {
        return new StandaloneContext().clock().wallMillis();
    }
}
