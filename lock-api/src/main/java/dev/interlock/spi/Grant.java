// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import java.time.Duration;

/**
 * A successful acquisition, as a backend records it.
 *
 * @param attempt the granted attempt
 * @param token the first of the {@code attempt.tokens()} consecutive fencing tokens, greater than zero
 * @param sentNanos the reading of {@link BackendContext#clock() the clock} before the request that started the lease
 *     was sent (rule ACQ-4). For a repeated attempt this is the first request, unless the store started the lease anew.
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
