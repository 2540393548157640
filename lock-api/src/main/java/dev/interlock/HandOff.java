// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Objects;

/**
 * The limits of hand-off. On a release, the lock goes to the waiter of the same client that has waited longest. That
 * waiter gets the next fencing token, and the client sends no request to the store. Other clients wait meanwhile, so
 * hand-off has two limits. At the first limit the lock is released at the store, and any client can acquire it.
 * Immutable.
 *
 * @param most the maximum number of hand-offs after one grant of the store, 0 to {@value #MAX_MOST}. With 0 every
 *     release goes to the store. A store that reserves fewer tokens lowers the number ({@link Capabilities#maxTokens}).
 * @param within how long after the grant of the store hand-off is still possible, by this client's clock: zero to
 *     {@link #MAX_WITHIN}. With zero every release goes to the store.
 */
public record HandOff(int most, Duration within) {

    /** The maximum of {@link #most}. */
    public static final int MAX_MOST = 63;

    /** The maximum of {@link #within}. */
    public static final Duration MAX_WITHIN = Duration.ofMinutes(1);

    /** No hand-off: every release goes to the store. */
    public static final HandOff NONE = new HandOff(0, Duration.ZERO);

    /**
     * Up to 16 hand-offs within 50 ms. A waiter of another client waits for at most one such series per client at a
     * time.
     */
    public static final HandOff STANDARD = new HandOff(16, Duration.ofMillis(50));

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters
     */
    public HandOff {
        Objects.requireNonNull(within, "within");
        if (most < 0 || most > MAX_MOST) {
            throw new IllegalArgumentException("most must be >= 0 and <= " + MAX_MOST + " but was " + most);
        }
        if (within.isNegative() || within.compareTo(MAX_WITHIN) > 0) {
            throw new IllegalArgumentException(
                    "within must be >= 0 and <= " + MAX_WITHIN.toMinutes() + " min but was " + within);
        }
    }
}
