// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import dev.interlock.RetryPolicy;
import io.micronaut.context.exceptions.ConfigurationException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The pace of attempts in one configuration block. Each value is separate, so the block of a lock can override one of
 * them. Immutable.
 *
 * @param prefix the start of the property names, with the last dot
 * @param firstPause the pause after the first attempt; null if not set
 * @param maxPause the longest pause; null if not set
 * @param maxAttempts the maximum number of attempts of one acquisition; null if not set
 */
record RetrySettings(
        String prefix,
        @Nullable Duration firstPause,
        @Nullable Duration maxPause,
        @Nullable Integer maxAttempts) {

    private static final String FIRST_PAUSE = "first-pause";
    private static final String MAX_PAUSE = "max-pause";
    private static final String MAX_ATTEMPTS = "max-attempts";
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    /**
     * Reads the values.
     *
     * @throws ConfigurationException if a value cannot be read or is out of bounds
     */
    static RetrySettings read(
            String prefix, @Nullable String firstPause, @Nullable String maxPause, @Nullable String maxAttempts) {
        Settings settings = new Settings(prefix)
                .with(FIRST_PAUSE, firstPause)
                .with(MAX_PAUSE, maxPause)
                .with(MAX_ATTEMPTS, maxAttempts);
        return new RetrySettings(
                prefix,
                settings.duration(FIRST_PAUSE, SHORTEST, LONGEST),
                settings.duration(MAX_PAUSE, SHORTEST, LONGEST),
                settings.limit(MAX_ATTEMPTS));
    }

    /**
     * Combines these values with the policy of a more general block.
     *
     * @param general the policy for values that are not set here
     * @return the policy; null if nothing is set here, which inherits
     * @throws ConfigurationException if the first pause would be longer than the longest one
     */
    @Nullable
    RetryPolicy over(RetryPolicy general) {
        if (firstPause == null && maxPause == null && maxAttempts == null) {
            return null;
        }
        Duration first = firstPause != null ? firstPause : general.firstPause();
        Duration longest = maxPause != null ? maxPause : general.maxPause();
        if (first.compareTo(longest) > 0) {
            throw new ConfigurationException("'" + prefix + FIRST_PAUSE + "' must be <= '" + prefix + MAX_PAUSE
                    + "' but " + first.toMillis() + " ms > " + longest.toMillis() + " ms: set both, since the one that"
                    + " is not set is taken from the block of all locks or has its default");
        }
        return new RetryPolicy(first, longest, maxAttempts != null ? maxAttempts : general.maxAttempts());
    }
}
