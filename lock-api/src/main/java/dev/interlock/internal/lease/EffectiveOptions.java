// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.lease;

import static java.util.Objects.requireNonNull;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LeaseRange;
import dev.interlock.Renewal;
import dev.interlock.RetryPolicy;
import dev.interlock.internal.machine.Machine;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Complete, checked options of one acquisition, in the units the engine counts in.
 *
 * @param maxWaitNanos the wait limit; {@link #NO_LIMIT} for none
 * @param lease what the holder relies on
 * @param renewal whether the client renews the lease
 * @param maxHoldNanos the cap on the hold; {@link #NO_LIMIT} for none
 * @param retry the pace of attempts
 * @param lockDelay how long the store keeps the lock beyond the lease
 * @param adaptiveLease the bounds of a lease that follows how long holds take, within what the store can keep; null for
 *     a fixed one
 * @param retentionNanos how long the client may retain the lock after a release; 0 for not at all
 */
public record EffectiveOptions(
        long maxWaitNanos,
        Duration lease,
        Renewal renewal,
        long maxHoldNanos,
        RetryPolicy retry,
        Duration lockDelay,
        @Nullable LeaseRange adaptiveLease,
        long retentionNanos) {

    public static final long NO_LIMIT = Long.MAX_VALUE;

    private static final long DRIFT_SHARE = 100;
    private static final long ROUNDING_NANOS = 2_000_000;
    private static final int MAX_DOUBLINGS = 20;

    /** The options of a call over complete defaults. */
    public static EffectiveOptions of(AcquireOptions options, AcquireOptions defaults, Capabilities capabilities) {
        Renewal renewal = given(options.renewal(), defaults.renewal());
        Duration lease = given(options.lease(), defaults.lease());
        Duration lockDelay = given(options.lockDelay(), defaults.lockDelay());
        @Nullable LeaseRange range = null;
        if (renewal == Renewal.AUTO) {
            // Renewed, a lease is only how soon a crash is noticed: sooner is what this store can do.
            Duration longest = capabilities.maxLease().minus(lockDelay);
            boolean some = longest.compareTo(capabilities.minLease()) >= 0;
            range = some ? cut(Defaults.adaptiveLease(options, defaults), longest) : null;
            lease = range != null ? nearest(range, lease) : some ? cut(lease, longest) : lease;
        }
        checkLockDelay(lockDelay, capabilities);
        Duration retention = given(options.retention(), defaults.retention());
        checkRetention(retention, capabilities);
        if (range != null) {
            checkLease(range.shortest(), lockDelay, capabilities);
        }
        checkLease(lease, lockDelay, capabilities);
        return new EffectiveOptions(
                nanos(given(options.maxWait(), defaults.maxWait())),
                lease,
                renewal,
                nanos(given(options.maxHold(), defaults.maxHold())),
                given(options.retry(), defaults.retry()),
                lockDelay,
                range,
                // Without renewal a holder relies on all of its lease, and nothing is left for a next one.
                renewal == Renewal.AUTO ? retention.toNanos() : 0);
    }

    private static <T> T given(@Nullable T own, @Nullable T inherited) {
        return own != null ? own : requireNonNull(inherited);
    }

    /** {@return the lease within the bounds that is nearest to the preferred one} */
    static Duration nearest(LeaseRange range, Duration preferred) {
        return preferred.compareTo(range.shortest()) < 0 ? range.shortest() : cut(preferred, range.longest());
    }

    private static @Nullable LeaseRange cut(@Nullable LeaseRange range, Duration longest) {
        return range == null || range.longest().compareTo(longest) <= 0
                ? range
                : new LeaseRange(cut(range.shortest(), longest), longest);
    }

    private static Duration cut(Duration lease, Duration longest) {
        return lease.compareTo(longest) > 0 ? longest : lease;
    }

    private static void checkLockDelay(Duration lockDelay, Capabilities capabilities) {
        if (!lockDelay.isZero() && !capabilities.has(Capability.KEEPS_LOCK_DELAY)) {
            throw new IllegalArgumentException("lockDelay must be zero on " + capabilities.backend()
                    + ", which does not declare KEEPS_LOCK_DELAY since a grant may end with its client, but was "
                    + lockDelay + ": take a store with leases, or do without it and guard the resource by tokens");
        }
    }

    private static void checkRetention(Duration retention, Capabilities capabilities) {
        if (!retention.isZero() && !capabilities.has(Capability.RECALLS)) {
            throw new IllegalArgumentException("retention must be zero on " + capabilities.backend()
                    + ", which does not declare RECALLS since it cannot tell a client that another one wants its lock,"
                    + " but was " + retention);
        }
    }

    /** A lease that the store can keep together with the lock delay behind it. */
    public static void checkLease(Duration lease, Duration lockDelay, Capabilities capabilities) {
        Duration longest = capabilities.maxLease().minus(lockDelay);
        if (lease.compareTo(capabilities.minLease()) < 0 || lease.compareTo(longest) > 0) {
            throw new IllegalArgumentException("lease must be >= " + capabilities.minLease() + " and <= "
                    + (lockDelay.isZero()
                            ? longest
                            : capabilities.maxLease() + " together with the lockDelay of " + lockDelay)
                    + " on " + capabilities.backend() + " but was " + lease);
        }
    }

    /** What to ask the store for. */
    public Duration kept() {
        return kept(lease);
    }

    /** What to ask the store for, so that a holder can rely on a lease. */
    public Duration kept(Duration lease) {
        return lease.plus(lockDelay);
    }

    /** How much of what the store keeps its holder relies on. */
    public Duration reliedOn(Duration kept) {
        return kept.minus(lockDelay);
    }

    public EffectiveOptions withoutAttemptCap() {
        return new EffectiveOptions(
                maxWaitNanos,
                lease,
                renewal,
                maxHoldNanos,
                retry.withMaxAttempts(Integer.MAX_VALUE),
                lockDelay,
                adaptiveLease,
                retentionNanos);
    }

    public EffectiveOptions withMaxWaitNanos(long nanos) {
        return new EffectiveOptions(
                nanos, lease, renewal, maxHoldNanos, retry, lockDelay, adaptiveLease, retentionNanos);
    }

    EffectiveOptions withLease(Duration chosen) {
        return new EffectiveOptions(
                maxWaitNanos, chosen, renewal, maxHoldNanos, retry, lockDelay, adaptiveLease, retentionNanos);
    }

    /** The same for a lock of a set, which is not retained. */
    public EffectiveOptions withoutRetention() {
        return new EffectiveOptions(maxWaitNanos, lease, renewal, maxHoldNanos, retry, lockDelay, adaptiveLease, 0);
    }

    /** Whether the client may retain the lock after a release. */
    public boolean retains() {
        return retentionNanos > 0;
    }

    public boolean singleTry() {
        return maxWaitNanos == 0;
    }

    /**
     * How much of a lease is not relied on: 1 % for clocks that run at different rates, 2 ms for rounding in the store.
     */
    public static long usableNanos(Duration lease) {
        long nanos = lease.toNanos();
        return nanos - nanos / DRIFT_SHARE - ROUNDING_NANOS;
    }

    /** The pause after the given number of failed attempts, with jitter. */
    public long pauseNanos(int failures, Machine machine) {
        int doublings = Math.min(failures - 1, MAX_DOUBLINGS);
        long longest = Math.min(retry.maxPause().toNanos(), retry.firstPause().toNanos() << doublings);
        return machine.random(longest / 2, longest + 1);
    }

    private static long nanos(Duration duration) {
        return duration.equals(AcquireOptions.UNLIMITED) ? NO_LIMIT : duration.toNanos();
    }
}
