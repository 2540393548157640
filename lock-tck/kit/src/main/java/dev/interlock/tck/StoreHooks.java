// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

/** Direct access to the store, without the client under test: what an operator could see and do there. */
public interface StoreHooks {

    /**
     * Whether the store keeps an owner for a lock now.
     *
     * @param name the lock
     * @return true if somebody owns it
     */
    boolean hasOwner(String name);

    /**
     * Ends the lease of a lock now, as if its time were over. Tokens are kept.
     *
     * @param name the lock
     */
    void expire(String name);

    /** Deletes everything: owners and tokens, as a loss of data would. The store's clock is not touched. */
    void wipe();
}
