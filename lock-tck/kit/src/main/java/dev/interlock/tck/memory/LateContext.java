// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.LockClock;
import dev.interlock.spi.BackendContext;
import dev.interlock.tck.forward.ForwardingContext;

/** The context of a backend that may be late when it reads the monotonic clock. */
final class LateContext extends ForwardingContext {

    private final LockClock clock;

    /**
     * Creates the decorator.
     *
     * @param to the context to pass calls on to
     * @param beforeLook runs before each reading of the clock
     */
    LateContext(BackendContext to, Runnable beforeLook) {
        super(to);
        this.clock = new LateClock(to.clock(), beforeLook);
    }

    @Override
    public LockClock clock() {
        return clock;
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
