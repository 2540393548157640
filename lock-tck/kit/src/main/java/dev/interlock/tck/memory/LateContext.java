// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.LockClock;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;

/**
 * The context of a backend that may be late when it reads the monotonic clock.
 *
 * @param to the context to pass calls on to
 * @param beforeLook runs before each reading of the clock
 */
record LateContext(BackendContext to, Runnable beforeLook) implements BackendContext {

    @Override
    public LockClock clock() {
        return new LateClock(to.clock(), beforeLook);
    }

    @Override
    public void reportLost(AttemptId id, String detail) {
        to.reportLost(id, detail);
    }

    @Override
    public void reportUncertain(AttemptId id, String detail) {
        to.reportUncertain(id, detail);
    }

    @Override
    public void reportWanted(AttemptId id) {
        to.reportWanted(id);
    }

    @Override
    public void reportMissedRecalls() {
        to.reportMissedRecalls();
    }

    private record LateClock(LockClock to, Runnable beforeLook) implements LockClock {

        @Override
        public long nanoTime() {
            beforeLook.run();
            return to.nanoTime();
        }

        @Override
        public long wallMillis() {
            return to.wallMillis();
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            return to.schedule(delayNanos, task);
        }
    }
}
