// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.lease;

import dev.interlock.internal.backend.SafeBackend;
import dev.interlock.internal.machine.Machine;
import java.time.Duration;

/**
 * When the holds of one client are renewed: at a third of their lease, or up to a tenth of that sooner, so that clients
 * which started together drift apart. Where the renewals of many holds can travel together, those that would be due
 * one after another are due at the same time, again a little sooner. Thread-safe.
 */
public final class RenewalPace {

    /** Into how many moments the third of a lease is divided at which holds are renewed together. */
    private static final int MOMENTS = 8;

    private final SafeBackend backend;
    private final Machine machine;
    private final long offset;

    public RenewalPace(SafeBackend backend, Machine machine) {
        this.backend = backend;
        this.machine = machine;
        offset = machine.random(0, Long.MAX_VALUE / 2);
    }

    /** When a hold is to be renewed whose lease was last proven by a request sent at the given time. */
    public long nextDue(long sentNanos, Duration lease) {
        long third = lease.toNanos() / 3;
        long due = sentNanos + third - machine.random(0, third / 10 + 1);
        long moment = third / MOMENTS;
        // Back to a multiple; the clock's readings may be negative.
        return moment > 0 && backend.bulk().isPresent() ? due - Math.floorMod(due - offset, moment) : due;
    }
}
