// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Objects;

/**
 * The pace of attempts while an acquisition waits and the store sends no wake-ups: exponential pauses with jitter.
 *
 * <p>The pause before attempt n+1 is random: between half and the whole of {@code min(maxPause, firstPause * 2^(n-1))}.
 *
 * @param firstPause the pause after the first failed attempt, at least 1 ms
 * @param maxPause the longest pause: at least {@code firstPause}, at most one hour
 * @param maxAttempts the maximum number of attempts of one acquisition, at least 1
 */
@CheckReturnValue
public record RetryPolicy(Duration firstPause, Duration maxPause, int maxAttempts) {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    /** 10 ms growing to 500 ms, without a cap on attempts. The wait limit of the acquisition ends them. */
    public static final RetryPolicy STANDARD =
            new RetryPolicy(Duration.ofMillis(10), Duration.ofMillis(500), Integer.MAX_VALUE);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters
     */
    public RetryPolicy {
        Objects.requireNonNull(firstPause, "firstPause");
        Objects.requireNonNull(maxPause, "maxPause");
        if (firstPause.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("firstPause must be >= 1 ms but was " + firstPause);
        }
        if (maxPause.compareTo(firstPause) < 0 || maxPause.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "maxPause must be between firstPause (" + firstPause + ") and " + LONGEST + " but was " + maxPause);
        }
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("maxAttempts must be >= 1 but was " + maxAttempts);
        }
    }

    /**
     * Returns this policy with another cap on attempts.
     *
     * @param attempts at least 1
     * @return a new policy
     */
    public RetryPolicy withMaxAttempts(int attempts) {
        return new RetryPolicy(firstPause, maxPause, attempts);
    }
}
