// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import org.HdrHistogram.Histogram;

/** The results of one thread. Used by that thread, and by another once it has ended. */
final class ThreadTally {

    private static final int DIGITS = 3;

    private final Histogram waits = new Histogram(DIGITS);
    private long granted;
    private long violations;

    /** A grant within the round. */
    void granted(long waitNanos) {
        counted();
        waited(waitNanos);
    }

    /** A grant within the round whose wait does not count. */
    void counted() {
        granted++;
    }

    /** A grant after the end of the round: the waits of starving threads must be included. */
    void waited(long nanos) {
        waits.recordValue(Math.max(0, nanos));
    }

    void alone(boolean alone) {
        if (!alone) {
            violations++;
        }
    }

    Histogram waits() {
        return waits;
    }

    long count() {
        return granted;
    }

    long violations() {
        return violations;
    }
}
