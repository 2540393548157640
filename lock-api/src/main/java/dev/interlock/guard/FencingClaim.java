// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import dev.interlock.LockName;
import dev.interlock.StaleTokenException;
import java.util.Objects;

/**
 * What a holder shows to a guard: whose token it is. Made by {@link FencingDomain#claim(dev.interlock.LockHandle)}.
 * Immutable.
 *
 * <p>A guard keeps the generation and the token of the latest claim of each (domain name, lock) and decides by
 * {@link #isOlderThan}: older is refused, equal is the same hold again, newer is recorded. Recording and the effect are
 * one step, and the first claim comes before the first read: a check at the write alone lets an older holder write
 * between another's read and write.
 *
 * @param domain where the token comes from
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
     * Whether a hold that came after this one has claimed the resource. Equal is not older: a hold may claim many
     * times.
     *
     * @param seenGeneration the generation that the guard keeps for this domain name and lock
     * @param seenToken the token that it keeps
     * @return true if the claim must be refused
     */
    public boolean isOlderThan(int seenGeneration, long seenToken) {
        return domain.generation() == seenGeneration ? token < seenToken : domain.generation() < seenGeneration;
    }

    /**
     * How to say no.
     *
     * @param seenGeneration the generation that the guard keeps
     * @param seenToken the token that it keeps
     * @return the exception, to be thrown
     */
    public StaleTokenException refusal(int seenGeneration, long seenToken) {
        String seen = new FencingDomain(domain.name(), seenGeneration).toString();
        return new StaleTokenException(lock.value(), domain.toString(), token, seen, seenToken);
    }
}
