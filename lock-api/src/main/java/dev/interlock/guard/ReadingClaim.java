// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import dev.interlock.LockName;
import dev.interlock.StaleTokenException;
import java.util.Objects;

/**
 * The claim that a reader presents to a guard: lock domain, reading half of a lock for readers and writers, and token.
 * Created by {@link FencingDomain#reading(dev.interlock.LockHandle)}. A writer presents a {@link FencingClaim}, from
 * {@link FencingDomain#writing(dev.interlock.LockHandle)}. Immutable.
 *
 * <p>For each pair of domain name and lock, a guard keeps a generation and two tokens: the greatest that claimed to
 * write, and the greatest of all. A reader is refused if a later hold has claimed to write. Otherwise its token raises
 * the greatest of all, which refuses older writers from then on. Readers never refuse each other. In a later generation
 * both tokens start again.
 *
 * <p>The claim excludes no other reader. A reader that changes what it found, such as a count, needs the write lock.
 *
 * @param domain the lock domain of the token
 * @param lock the reading half, such as {@code prices/read}; a number behind it, as in {@code prices/read#1}, is cut off
 * @param token the fencing token of the hold
 */
public record ReadingClaim(FencingDomain domain, LockName lock, long token) {

    /**
     * Checks lock and token.
     *
     * @throws IllegalArgumentException if the lock is not the reading half of a lock for readers and writers, or the
     *     token is zero or less
     */
    public ReadingClaim {
        Objects.requireNonNull(domain, "domain");
        lock = Half.READ.require(lock);
        if (token < 1) {
            throw new IllegalArgumentException("token of '" + lock + "' must be greater than 0 but was " + token);
        }
    }

    /**
     * The writing half of the lock. The claims of its writers have this name, and a guard keeps both tokens under it.
     *
     * @return such as {@code prices/write}
     */
    public LockName writeLock() {
        return Half.READ.other(lock);
    }

    /**
     * Returns whether a later hold has claimed to write, or the claim is from an earlier generation.
     *
     * @param seenGeneration the generation that the guard keeps for this domain name and lock
     * @param wroteToken the greatest token that has claimed to write in that generation, 0 if none has
     * @return true if the claim must be refused
     */
    public boolean isOlderThan(int seenGeneration, long wroteToken) {
        return domain.generation() == seenGeneration ? token < wroteToken : domain.generation() < seenGeneration;
    }

    /**
     * Creates the exception for a refused claim.
     *
     * @param seenGeneration the generation that the guard keeps
     * @param seenToken the token that refuses this claim
     * @return the exception, to be thrown by the guard
     */
    public StaleTokenException refusal(int seenGeneration, long seenToken) {
        String seen = new FencingDomain(domain.name(), seenGeneration).toString();
        return new StaleTokenException(lock.value(), domain.toString(), token, seen, seenToken);
    }
}
