// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** The state of a hold, as its handle knows it. The table of transitions is in {@code docs/contract.md}. */
public enum HandleState {
    /**
     * The lease is proven. By the rules of the store, no other holder is granted the lock before
     * {@link LockHandle#remaining} ends.
     */
    HELD,
    /**
     * The hold may be gone, for example because the connection is suspended or the machine slept. Stop side effects
     * until the state is HELD again or LOST.
     */
    UNCERTAIN,
    /** The hold ended without a release. Final. */
    LOST,
    /** The handle was released. Final. */
    RELEASED
}
