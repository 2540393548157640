// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.Holder;
import dev.interlock.spi.Grant;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that has a lock, or units of one. Immutable.
 *
 * @param asked the attempt
 * @param token the first token of its grant, 0 if no client was told
 * @param lease the end of its lease
 */
record Owner(Asked asked, long token, Lease lease) {

    /** The owner that a grant has made, just now. */
    static Owner of(Asked asked, Grant grant) {
        return new Owner(asked, grant.token(), Lease.from(grant.sentNanos(), grant.lease()));
    }

    /** The owner that an attempt without an answer may have made. */
    static Owner untold(Asked asked, Lease lease) {
        return new Owner(asked, 0, lease);
    }

    /** Whether a client was told its token. */
    boolean isTold() {
        return token > 0;
    }

    Owner with(Lease other) {
        return new Owner(asked, token, other);
    }

    long lastToken() {
        return token + asked.attempt().tokens() - 1;
    }

    /** What is wrong with a grant to an attempt, apart from its token; null if nothing is. */
    static @Nullable String wrongIn(Asked asked, Grant grant) {
        if (!grant.attempt().equals(asked.attempt())) {
            return "must be the grant of " + asked.attempt();
        }
        return grant.lease().isNegative()
                        || grant.lease().compareTo(asked.attempt().lease()) > 0
                ? "the lease must be at most that which was asked for"
                : null;
    }

    /** What is wrong with the owner as the store shows it to a look that began at this time; null if nothing is. */
    @Nullable
    String wrongIn(Holder holder, long began) {
        String hint = asked.attempt().holderHint();
        Duration rest = holder.remaining().orElse(null);
        if (isTold() && holder.fencingToken() != token) {
            return "the token of " + asked + " is " + token;
        }
        if (!holder.hint().equals(Optional.ofNullable(hint))) {
            return "the hint of " + asked + " is " + hint;
        }
        return rest != null && (lease.isMissedBy(rest) || lease.isExceededBy(rest, began))
                ? "the rest of the lease of " + asked + " must be another"
                : null;
    }
}
