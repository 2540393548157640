// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import java.util.Optional;

/**
 * Direct access to the store, past the client under test: the view and the actions of an operator. A name may have any
 * character that the name of a lock may have, so it is encoded as the backend encodes it.
 */
public interface StoreHooks {

    /**
     * Returns whether the store has an owner for a lock now.
     *
     * @param name the lock
     * @return true if the lock is owned
     */
    boolean hasOwner(String name);

    /**
     * Ends the lease of a lock now, as if its time were over. Tokens are kept.
     *
     * @param name a lock that is owned
     */
    void expire(String name);

    /**
     * Deletes every lock, as an operator can, and nothing else. What a store keeps apart from its locks stays: sessions,
     * leases, counters of tokens.
     */
    void deleteLocks();

    /**
     * Returns whether the store keeps anything for a lock: a row, node, key or file under its name, with or without an
     * owner.
     *
     * @param name a lock that was never acquired
     * @return true if there is a trace of it; empty, the default, if the store cannot list what it keeps
     */
    default Optional<Boolean> hasTrace(String name) {
        return Optional.empty();
    }

    /**
     * Deletes everything, owners and tokens, as a loss of data does. The store's clock is not changed, and the store can be
     * used at once: what a backend needs and does not create itself (a table, a bucket) is there again, empty.
     */
    void loseData();
}
