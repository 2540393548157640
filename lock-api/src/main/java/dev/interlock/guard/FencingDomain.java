// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.MultiLockHandle;
import java.util.List;

/**
 * Where tokens come from: one lock store with one namespace. Tokens of two domains never compare. Immutable.
 *
 * <p>The name stays for as long as the resource lives; the generation counts the stores. Locks in another store (or in
 * the same one after it lost its tokens) are a new generation, and the program says so, in its configuration and beside
 * the address of the store:
 *
 * <pre>{@code
 * FencingDomain domain = new FencingDomain("shop-locks", 1); // interlock.uri=redis://...
 * FencingDomain domain = new FencingDomain("shop-locks", 2); // interlock.uri=zookeeper://..., since the swap
 * }</pre>
 *
 * <p>Each generation of a name has its own greatest token, so it does not matter that those of the new store may be
 * smaller. The first claim of a later generation shuts all earlier ones out of that lock's resource for good: a holder
 * of the old store that was paused through the swap is refused. Going back to the old store is generation 3, not 1.
 *
 * @param name says which locks these are; rules as for a lock's name: 1 to 200 bytes of UTF-8, no control characters
 * @param generation counts the stores, from 1
 */
public record FencingDomain(String name, int generation) {

    /**
     * Checks name and generation.
     *
     * @throws IllegalArgumentException if the name is not one that a lock could have, or the generation is less than 1
     */
    public FencingDomain {
        try {
            name = new LockName(name).value();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("fencing domain: " + e.getMessage(), e);
        }
        if (generation < 1) {
            throw new IllegalArgumentException("generation must be at least 1 but was " + generation);
        }
    }

    /**
     * What a holder shows to a guard. No I/O, and the handle's state does not matter: the guard decides.
     *
     * @param handle a hold of a lock of this domain
     * @return the claim
     */
    public FencingClaim claim(LockHandle handle) {
        return claim(handle.lockName(), handle.fencingToken());
    }

    /**
     * What a holder shows to a guard, where the token came by wire.
     *
     * @param lockName the lock, of this domain
     * @param token the fencing token of the hold, greater than zero
     * @return the claim
     * @throws IllegalArgumentException if the name is not one that a lock can have, or the token is zero or less
     */
    public FencingClaim claim(String lockName, long token) {
        return new FencingClaim(this, new LockName(lockName), token);
    }

    /**
     * What a holder of several locks shows to a guard. No I/O.
     *
     * @param handle a hold of locks of this domain
     * @return a claim for each lock, in the order of their names; unmodifiable
     */
    public List<FencingClaim> claims(MultiLockHandle handle) {
        return handle.fencingTokens().entrySet().stream()
                .map(lock -> claim(lock.getKey(), lock.getValue()))
                .toList();
    }

    /**
     * Name and generation, for messages.
     *
     * @return such as {@code shop-locks/1}
     */
    @Override
    public String toString() {
        return name + "/" + generation;
    }
}
