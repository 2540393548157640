// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** How a waiter finds out that a lock may be free. */
public enum Waiting {
    /** The waiter polls the store, with growing pauses. */
    POLL,
    /**
     * The store sends a wake-up on a release. The waiter also polls from time to time, because a wake-up can be lost.
     */
    SIGNAL,
    /** The waiter blocks a thread in a call to the store. */
    BLOCKING
}
