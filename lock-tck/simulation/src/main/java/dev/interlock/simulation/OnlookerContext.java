// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.LockClock;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;

/** A context for reading the store without a client, by the clock of the world. */
record OnlookerContext(Schedule schedule) implements BackendContext, LockClock {

    @Override
    public LockClock clock() {
        return this;
    }

    @Override
    public void reportLost(AttemptId id, String detail) {
        // It holds nothing.
    }

    @Override
    public void reportUncertain(AttemptId id, String detail) {
        // It holds nothing.
    }

    @Override
    public long nanoTime() {
        return schedule.now();
    }

    @Override
    public long wallMillis() {
        return schedule.now() / 1_000_000;
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        throw new UnsupportedOperationException("an onlooker waits for nothing");
    }
}
