// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * Time and timers for a client: the one place that knows what time it is. Users replace it in tests only, by
 * {@link dev.interlock.memory.ManualClock}. Thread-safe.
 */
public interface LockClock {

    /**
     * A monotonic reading, meaningful only as a difference.
     *
     * @return nanoseconds from an arbitrary origin
     */
    long nanoTime();

    /**
     * The wall clock, used only to notice that the monotonic clock stood still (a suspended machine), never for
     * deadlines.
     *
     * @return milliseconds since 1970
     */
    long wallMillis();

    /**
     * Runs a short, non-blocking task once after a delay.
     *
     * @param delayNanos nanoseconds from now; zero or less means at once
     * @param task what to run, on a thread of the clock
     * @return a way to cancel it
     */
    Timer schedule(long delayNanos, Runnable task);

    /** A task that waits for its time. */
    @FunctionalInterface
    interface Timer {

        /** Cancels the task unless it runs or has run. */
        void cancel();
    }
}
