// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A successful acquisition, as a backend records it. Later versions may add properties. Immutable. */
public final class Grant {

    private final Attempt attempt;
    private final long token;
    private final long sentNanos;
    private final Duration lease;

    private Grant(Attempt attempt, long token, long sentNanos, Duration lease) {
        this.attempt = Objects.requireNonNull(attempt, "attempt");
        this.token = token;
        this.sentNanos = sentNanos;
        this.lease = Objects.requireNonNull(lease, "lease");
    }

    /**
     * Returns a grant.
     *
     * @param attempt see {@link #attempt()}
     * @param token see {@link #token()}
     * @param sentNanos see {@link #sentNanos()}
     * @param lease see {@link #lease()}
     * @return a new grant
     * @throws IllegalArgumentException if the token is not greater than zero
     */
    public static Grant of(Attempt attempt, long token, long sentNanos, Duration lease) {
        if (token <= 0) {
            throw new IllegalArgumentException("token must be > 0 but was " + token);
        }
        return new Grant(attempt, token, sentNanos, lease);
    }

    /**
     * The granted attempt.
     *
     * @return the attempt
     */
    public Attempt attempt() {
        return attempt;
    }

    /**
     * The first of the {@code attempt().tokens()} consecutive fencing tokens.
     *
     * @return the token, greater than zero
     */
    public long token() {
        return token;
    }

    /**
     * The reading of {@link BackendContext#clock() the clock} before the request that started the lease was sent (rule
     * ACQ-4). For a repeated attempt this is the first request, unless the store started the lease anew.
     *
     * @return nanoseconds of the client's monotonic clock
     */
    public long sentNanos() {
        return sentNanos;
    }

    /**
     * How long the store keeps the grant from then on.
     *
     * @return the attempt's lease, or less if the store caps it
     */
    public Duration lease() {
        return lease;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Grant grant
                && attempt.equals(grant.attempt)
                && token == grant.token
                && sentNanos == grant.sentNanos
                && lease.equals(grant.lease);
    }

    @Override
    public int hashCode() {
        return 31 * attempt.hashCode() + Long.hashCode(token);
    }

    @Override
    public String toString() {
        return "Grant[attempt=" + attempt + ", token=" + token + ", sentNanos=" + sentNanos + ", lease=" + lease + "]";
    }
}
