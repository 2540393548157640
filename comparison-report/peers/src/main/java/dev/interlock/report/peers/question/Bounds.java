// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import java.time.Duration;

/**
 * The times of a run.
 *
 * @param lease the lease of a lock whose holder dies, or the session's time-out
 * @param margin the time after a lease until a lock must be free or a loss reported: for the store's clock and for this
 *     machine
 */
public record Bounds(Duration lease, Duration margin) {

    /** Short enough that a run does not take hours, long enough for renewals on a machine with all cores busy. */
    public static final Bounds STANDARD = new Bounds(Duration.ofSeconds(4), Duration.ofSeconds(8));

    /**
     * The same times for a peer with this shortest lease.
     *
     * @param least the shortest lease that the peer accepts
     * @return these bounds, or bounds with that lease
     */
    public Bounds atLeast(Duration least) {
        return lease.compareTo(least) >= 0 ? this : new Bounds(least, margin);
    }

    Duration leaseAndMargin() {
        return lease.plus(margin);
    }
}
