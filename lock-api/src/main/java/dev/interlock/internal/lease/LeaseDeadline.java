// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.lease;

import dev.interlock.LockClock;
import java.time.Duration;

/**
 * The time until which a hold is proven, by this client's monotonic clock. Written under the hold's guard, read by
 * any thread.
 *
 * <p>The end counts from before the proving request was sent, less a margin (rule ACQ-4), and never passes the cap on
 * the hold. A monotonic clock stands still while the machine sleeps but the store's does not: a wall clock that has run
 * ahead of it since the proof shows such a sleep.
 */
public final class LeaseDeadline {

    /** How far wall and monotonic clock may drift apart before the machine is taken to have slept. */
    private static final long SLEPT_MILLIS = 1_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final LockClock clock;
    private final boolean capped;
    private final long holdEnd;
    private volatile long end;
    private volatile long leaseEnd;
    private volatile long provenDriftMillis;

    public LeaseDeadline(LockClock clock, long sentNanos, long maxHoldNanos) {
        this.clock = clock;
        capped = maxHoldNanos != EffectiveOptions.NO_LIMIT;
        holdEnd = sentNanos + (capped ? maxHoldNanos : 0);
        end = sentNanos;
        leaseEnd = sentNanos;
    }

    /** What is proven of the lease for a hold that begins now and follows this one, with a cap of its own. */
    public LeaseDeadline goOn(long nowNanos, long maxHoldNanos) {
        LeaseDeadline next = new LeaseDeadline(clock, nowNanos, maxHoldNanos);
        next.prove(leaseEnd, provenDriftMillis);
        return next;
    }

    /** Wall clock minus monotonic clock: constant but for adjustments and sleep. */
    public static long driftMillis(LockClock clock) {
        return clock.wallMillis() - clock.nanoTime() / NANOS_PER_MILLI;
    }

    /** The store confirmed a lease by a request sent at that time and drift. */
    public void prove(long sentNanos, Duration lease, long driftMillisAtSend) {
        prove(sentNanos + EffectiveOptions.usableNanos(lease), driftMillisAtSend);
    }

    private void prove(long provenNanos, long driftMillisAtSend) {
        if (provenNanos - leaseEnd > 0) {
            leaseEnd = provenNanos;
        }
        long proven = capped && provenNanos - holdEnd > 0 ? holdEnd : provenNanos;
        if (proven - end > 0) {
            end = proven;
        }
        provenDriftMillis = driftMillisAtSend;
    }

    public long end() {
        return end;
    }

    public boolean hasPassed() {
        return clock.nanoTime() - end >= 0;
    }

    public long remainingNanos() {
        return Math.max(0, end - clock.nanoTime());
    }

    /** True if no renewal can move the end any more. */
    public boolean isCapped() {
        return capped && end == holdEnd;
    }

    public boolean hasSlept() {
        return driftMillis(clock) - provenDriftMillis > SLEPT_MILLIS;
    }
}
