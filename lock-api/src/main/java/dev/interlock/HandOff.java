// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Objects;

/**
 * How far a client passes a lock on among its own waiters before it gives the lock back to the store. The handle that is
 * released hands over to the one of this client that has waited longest, which gets the next fencing token; no request
 * goes to the store. Other clients wait meanwhile, so it is bounded twice, and the first bound that is reached counts:
 * then the lock is released at the store, for everybody. Immutable.
 *
 * @param most how often a lock is handed over after one grant of the store, 0 to {@value #MAX_MOST}; 0 releases at the
 *     store each time. A store that reserves fewer tokens lowers it ({@link Capabilities#maxTokens})
 * @param within how long after its grant a lock is still handed over, up to {@link #MAX_WITHIN}, by this client's clock;
 *     zero as well releases at the store each time
 */
public record HandOff(int most, Duration within) {

    /** The most that {@link #most} can be. */
    public static final int MAX_MOST = 63;

    /** The longest that {@link #within} can be. */
    public static final Duration MAX_WITHIN = Duration.ofMinutes(1);

    /** Every release goes to the store. */
    public static final HandOff NONE = new HandOff(0, Duration.ZERO);

    /** 16 times within 50 ms: a client that waits for another one's handles waits for one such spell of it at a time. */
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
