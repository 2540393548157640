// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.MultiLockHandle;
import java.util.List;

/**
 * The origin of fencing tokens: one lock store with one namespace. Tokens of different domains do not compare.
 * Immutable.
 *
 * <p>The name stays the same for the life of the resource. The generation counts the stores: a move to another store is
 * a new generation, and so is a store that lost its tokens. Configure it next to the address of the store:
 *
 * <pre>{@code
 * new FencingDomain("shop-locks", 1) // interlock.uri=redis://...
 * new FencingDomain("shop-locks", 2) // interlock.uri=zookeeper://..., since the swap
 * }</pre>
 *
 * <p>Each generation of a name has its own greatest token, so the tokens of the new store may be smaller. The first
 * claim of a later generation permanently excludes all earlier ones from the resource of that lock. A holder of the old
 * store that was paused during the swap is refused. A return to the old store is generation 3, not 1.
 *
 * @param name the name of the domain; rules as for a lock's name: 1 to 200 bytes of UTF-8, no control characters
 * @param generation the number of the store, from 1
 */
public record FencingDomain(String name, int generation) {

    /**
     * Checks name and generation.
     *
     * @throws IllegalArgumentException if the name is not a valid lock name, or the generation is less than 1
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
     * Creates the claim of a hold. No I/O. The state of the handle does not matter, because the guard decides.
     *
     * @param handle a hold of a lock in this domain
     * @return the claim
     */
    public FencingClaim claim(LockHandle handle) {
        return claim(handle.lockName(), handle.fencingToken());
    }

    /**
     * Creates the claim of a hold whose token came over the network.
     *
     * @param lockName the lock, in this domain
     * @param token the fencing token of the hold, greater than zero
     * @return the claim
     * @throws IllegalArgumentException if the name is not a valid lock name, or the token is zero or less
     */
    public FencingClaim claim(String lockName, long token) {
        return new FencingClaim(this, new LockName(lockName), token);
    }

    /**
     * Creates the claim of a reader. No I/O.
     *
     * <p>The handle is known by the name of its lock, which ends in {@code /read}. So no exclusive lock should have such
     * a name.
     *
     * @param handle a hold of {@link dev.interlock.DistributedReadWriteLock#read} in this domain
     * @return the claim
     * @throws IllegalArgumentException if the handle is of a writer, an exclusive lock or a permit
     */
    public ReadingClaim reading(LockHandle handle) {
        return reading(handle.lockName(), handle.fencingToken());
    }

    /**
     * Creates the claim of a reader whose token came over the network.
     *
     * @param lockName the lock's name that the reader's handle has, such as {@code prices/read}
     * @param token the fencing token of the hold, greater than zero
     * @return the claim
     * @throws IllegalArgumentException as for a handle, or if the token is zero or less
     */
    public ReadingClaim reading(String lockName, long token) {
        return new ReadingClaim(this, new LockName(lockName), token);
    }

    /**
     * Creates the claim of a writer: that of {@link #claim(LockHandle)}, once it is sure that the handle is a writer's.
     * No I/O.
     *
     * @param handle a hold of {@link dev.interlock.DistributedReadWriteLock#write} in this domain
     * @return the claim
     * @throws IllegalArgumentException if the handle is of a reader, an exclusive lock or a permit
     */
    public FencingClaim writing(LockHandle handle) {
        return writing(handle.lockName(), handle.fencingToken());
    }

    /**
     * Creates the claim of a writer whose token came over the network.
     *
     * @param lockName the lock's name that the writer's handle has, such as {@code prices/write}
     * @param token the fencing token of the hold, greater than zero
     * @return the claim
     * @throws IllegalArgumentException as for a handle, or if the token is zero or less
     */
    public FencingClaim writing(String lockName, long token) {
        return new FencingClaim(this, Half.WRITE.require(new LockName(lockName)), token);
    }

    /**
     * Creates the claims of a hold of a set of locks. No I/O.
     *
     * @param handle a hold of locks in this domain
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
