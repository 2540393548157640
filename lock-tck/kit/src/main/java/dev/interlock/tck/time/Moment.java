// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.time;

/** Moments of {@link System#nanoTime}. */
public final class Moment {

    private Moment() {}

    /** Keeps the thread running until then. A thread that sleeps wakes up far too late. */
    public static void spinUntil(long nanos) {
        while (System.nanoTime() - nanos < 0) {
            Thread.onSpinWait();
        }
    }
}
