// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import dev.interlock.LockName;
import dev.interlock.StaleTokenException;
import java.util.Objects;

/**
 * The claim that a holder presents to a guard: lock domain, lock and token. Created by
 * {@link FencingDomain#claim(dev.interlock.LockHandle)}. Immutable.
 *
 * <p>For each pair of domain name and lock, a guard keeps the generation and the token of the latest claim.
 * {@link #isOlderThan} decides: an older claim is refused, an equal one is the same hold again, a newer one is
 * recorded.
 *
 * <p>Record the claim and make the change in one step, and make the first claim before the first read. If only the
 * write is checked, an older holder can write between another holder's read and write.
 *
 * @param domain the lock domain of the token
 * @param lock the lock
 * @param token the fencing token of the hold
 */
public record FencingClaim(FencingDomain domain, LockName lock, long token) {

    /**
     * Checks the token.
     *
     * @throws IllegalArgumentException if the token is zero or less
     */
    public FencingClaim {
        Objects.requireNonNull(domain, "domain");
        Objects.requireNonNull(lock, "lock");
        if (token < 1) {
            throw new IllegalArgumentException("token of '" + lock + "' must be greater than 0 but was " + token);
        }
    }

    /**
     * Returns whether a later hold has claimed the resource. An equal claim is not older: a hold may claim many times.
     *
     * @param seenGeneration the generation that the guard keeps for this domain name and lock
     * @param seenToken the token that the guard keeps for them
     * @return true if the claim must be refused
     */
    public boolean isOlderThan(int seenGeneration, long seenToken) {
        return domain.generation() == seenGeneration ? token < seenToken : domain.generation() < seenGeneration;
    }

    /**
     * Creates the exception for a refused claim.
     *
     * @param seenGeneration the generation that the guard keeps
     * @param seenToken the token that the guard keeps
     * @return the exception, to be thrown by the guard
     */
    public StaleTokenException refusal(int seenGeneration, long seenToken) {
        String seen = new FencingDomain(domain.name(), seenGeneration).toString();
        return new StaleTokenException(lock.value(), domain.toString(), token, seen, seenToken);
    }
}
