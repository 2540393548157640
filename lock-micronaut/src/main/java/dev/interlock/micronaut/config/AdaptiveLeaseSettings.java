// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import dev.interlock.LeaseRange;
import io.micronaut.context.exceptions.ConfigurationException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of adaptive leases in one configuration block. Each bound is separate, so the block of a lock can override
 * one of them. Immutable.
 *
 * @param prefix the start of the property names, with the last dot
 * @param shortest the shortest lease; null if not set
 * @param longest the longest lease; null if not set
 */
record AdaptiveLeaseSettings(
        String prefix,
        @Nullable Duration shortest,
        @Nullable Duration longest) {

    private static final String SHORTEST = "shortest";
    private static final String LONGEST = "longest";

    /**
     * Reads the values.
     *
     * @throws ConfigurationException if a value cannot be read or is not a valid lease
     */
    static AdaptiveLeaseSettings read(String prefix, @Nullable String shortest, @Nullable String longest) {
        Settings settings = new Settings(prefix).with(SHORTEST, shortest).with(LONGEST, longest);
        return new AdaptiveLeaseSettings(prefix, settings.lease(SHORTEST), settings.lease(LONGEST));
    }

    /**
     * Combines these values with the bounds of a more general block.
     *
     * @param general the bounds for values that are not set here; null if leases are fixed there
     * @return the bounds; null if nothing is set here, which inherits
     * @throws ConfigurationException if only one of them is set anywhere, or the shortest would be longer than the
     *     longest
     */
    @Nullable
    LeaseRange over(@Nullable LeaseRange general) {
        if (shortest == null && longest == null) {
            return null;
        }
        Duration from = shortest != null || general == null ? shortest : general.shortest();
        Duration to = longest != null || general == null ? longest : general.longest();
        if (from == null || to == null) {
            throw new ConfigurationException("'" + prefix + (from == null ? SHORTEST : LONGEST) + "' is missing: '"
                    + prefix + (from == null ? LONGEST : SHORTEST)
                    + "' alone does not say between which bounds leases are"
                    + " to follow the holds");
        }
        if (from.compareTo(to) > 0) {
            throw new ConfigurationException("'" + prefix + SHORTEST + "' must be <= '" + prefix + LONGEST + "' but "
                    + from.toMillis() + " ms > " + to.toMillis() + " ms: set both, since the one that is not set is"
                    + " taken from the block of all locks");
        }
        return new LeaseRange(from, to);
    }
}
