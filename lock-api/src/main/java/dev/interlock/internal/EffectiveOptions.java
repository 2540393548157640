// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import static java.util.Objects.requireNonNull;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Renewal;
import dev.interlock.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Complete, checked options of one acquisition, in the units the engine counts in.
 *
 * @param maxWaitNanos the wait limit; {@link #NO_LIMIT} for none
 * @param lease what to ask the store for
 * @param renewal who renews
 * @param maxHoldNanos the cap on the hold; {@link #NO_LIMIT} for none
 * @param retry the pace of attempts
 */
record EffectiveOptions(long maxWaitNanos, Duration lease, Renewal renewal, long maxHoldNanos, RetryPolicy retry) {

    static final long NO_LIMIT = Long.MAX_VALUE;

    private static final long DRIFT_SHARE = 100;
    private static final long ROUNDING_NANOS = 2_000_000;
    private static final int MAX_DOUBLINGS = 20;

    static EffectiveOptions of(AcquireOptions options, AcquireOptions defaults, Capabilities capabilities) {
        AcquireOptions complete = options.over(defaults).over(AcquireOptions.STANDARD);
        Renewal renewal = requireNonNull(complete.renewal());
        Duration lease = requireNonNull(complete.lease());
        if (renewal == Renewal.AUTO && lease.compareTo(capabilities.maxLease()) > 0) {
            // Renewed, a lease is only how soon a crash is noticed: sooner is what this store can do.
            lease = capabilities.maxLease();
        }
        checkLease(lease, capabilities);
        return new EffectiveOptions(
                nanos(requireNonNull(complete.maxWait())),
                lease,
                renewal,
                nanos(requireNonNull(complete.maxHold())),
                requireNonNull(complete.retry()));
    }

    static void checkLease(Duration lease, Capabilities capabilities) {
        if (lease.compareTo(capabilities.minLease()) < 0 || lease.compareTo(capabilities.maxLease()) > 0) {
            throw new IllegalArgumentException("lease must be >= " + capabilities.minLease() + " and <= "
                    + capabilities.maxLease() + " on " + capabilities.backend() + " but was " + lease);
        }
    }

    EffectiveOptions withoutAttemptCap() {
        return new EffectiveOptions(
                maxWaitNanos, lease, renewal, maxHoldNanos, retry.withMaxAttempts(Integer.MAX_VALUE));
    }

    EffectiveOptions withMaxWaitNanos(long nanos) {
        return new EffectiveOptions(nanos, lease, renewal, maxHoldNanos, retry);
    }

    boolean singleTry() {
        return maxWaitNanos == 0;
    }

    /**
     * How much of a lease is not relied on: 1 % for clocks that run at different rates, 2 ms for rounding in the store.
     */
    static long usableNanos(Duration lease) {
        long nanos = lease.toNanos();
        return nanos - nanos / DRIFT_SHARE - ROUNDING_NANOS;
    }

    /** The pause after the given number of failed attempts, with jitter. */
    long pauseNanos(int failures) {
        int doublings = Math.min(failures - 1, MAX_DOUBLINGS);
        long longest = Math.min(retry.maxPause().toNanos(), retry.firstPause().toNanos() << doublings);
        return ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
    }

    private static long nanos(Duration duration) {
        return duration.equals(AcquireOptions.UNLIMITED) ? NO_LIMIT : duration.toNanos();
    }
}
