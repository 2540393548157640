// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * What a handle knows about its hold. The table of who may move between these states is in {@code docs/contract.md}.
 */
public enum HandleState {
    /**
     * The lease is proven: by the rules of the store nobody else is granted the lock before
     * {@link LockHandle#remaining} ends.
     */
    HELD,
    /** The hold may be gone (connection suspended, machine slept): stop side effects until it is HELD again or LOST. */
    UNCERTAIN,
    /** The hold is over although it was not released. Final. */
    LOST,
    /** The handle was released. Final. */
    RELEASED
}
