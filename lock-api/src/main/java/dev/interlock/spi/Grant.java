// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import java.time.Duration;

/**
 * A backend's record of success.
 *
 * @param attempt what was granted
 * @param token the first of the {@code attempt.tokens()} consecutive fencing tokens, greater than zero
 * @param sentNanos {@link BackendContext#clock() the clock's} reading before the request was sent that armed the lease
 *     (rule ACQ-4); for a repeated attempt: before the first one, unless the store armed the lease anew
 * @param lease how long the store keeps the grant from then on: the attempt's lease, or less if the store caps it
 */
public record Grant(Attempt attempt, long token, long sentNanos, Duration lease) {

    /** Checks the token. */
    public Grant {
        if (token <= 0) {
            throw new IllegalArgumentException("token must be > 0 but was " + token);
        }
    }
}
