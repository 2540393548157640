// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Objects;

/**
 * The bounds of an adaptive lease: see {@link AcquireOptions#adaptiveLease()}. Immutable.
 *
 * @param shortest the shortest lease, which is the shortest time for which a crashed holder blocks others: 10 ms to 365
 *     days, truncated to whole milliseconds. It should be longer than anything that can delay a renewal, such as the
 *     store's {@code timeout} or a pause of the JVM.
 * @param longest the longest lease, {@code shortest} to 365 days, truncated to whole milliseconds
 */
public record LeaseRange(Duration shortest, Duration longest) {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is not a valid lease, or if {@code shortest} is longer than
     *     {@code longest}
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
}
