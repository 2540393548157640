// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Objects;

/**
 * The bounds within which a lease follows how long holds take: see {@link AcquireOptions#adaptiveLease()}. Immutable.
 *
 * @param shortest how soon others get in at the earliest after a crash, 10 ms to 365 days, cut down to whole
 *     milliseconds; it should outlast what may delay a renewal: the store's {@code timeout}, a pause of the JVM
 * @param longest how late they get in at the latest, {@code shortest} to 365 days, cut down to whole milliseconds
 */
public record LeaseRange(Duration shortest, Duration longest) {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is not a lease, or the shortest is longer than the longest
     */
    public LeaseRange {
        Objects.requireNonNull(shortest, "shortest");
        Objects.requireNonNull(longest, "longest");
        shortest = AcquireOptions.leaseOf("shortest", shortest);
        longest = AcquireOptions.leaseOf("longest", longest);
        if (shortest.compareTo(longest) > 0) {
            throw new IllegalArgumentException("shortest must be <= longest but was " + shortest + " > " + longest);
        }
    }

    /**
     * A lease within these bounds.
     *
     * @param lease the lease that would be best
     * @return that, or the bound that it is beyond
     */
    public Duration nearest(Duration lease) {
        return lease.compareTo(shortest) < 0 ? shortest : lease.compareTo(longest) > 0 ? longest : lease;
    }
}
