// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * The source of time and timers for a client. Replace it only in tests, with {@link dev.interlock.memory.ManualClock}.
 * Thread-safe.
 */
public interface LockClock {

    /**
     * A reading of the monotonic clock. Only differences are meaningful.
     *
     * @return nanoseconds from an arbitrary origin
     */
    long nanoTime();

    /**
     * The wall clock. It serves only to detect that the monotonic clock stood still (a suspended machine), never for
     * deadlines.
     *
     * @return milliseconds since 1970
     */
    long wallMillis();

    /**
     * Runs a short, non-blocking task once after a delay.
     *
     * @param delayNanos nanoseconds from now; zero or less means at once
     * @param task the task, which runs on a thread of the clock
     * @return a timer that can cancel the task
     */
    Timer schedule(long delayNanos, Runnable task);

    /** A scheduled task. */
    @FunctionalInterface
    interface Timer {

        /** Cancels the task unless it is running or has run. */
        void cancel();
    }
}
