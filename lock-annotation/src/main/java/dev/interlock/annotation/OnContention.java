// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation;

/** The reaction of an annotated method while another holder has the lock. */
public enum OnContention {
    /** The call waits for the lock, then fails with {@link dev.interlock.LockTimeoutException}. */
    WAIT,
    /** The call fails with {@link dev.interlock.LockTimeoutException} at once. */
    FAIL,
    /**
     * The call returns at once without calling the method. It returns nothing, null, an empty {@code Optional} or
     * {@code Publisher}, or a stage that completes with null. Rejected for methods that return a primitive, because no
     * value could stand for a skipped call.
     */
    SKIP
}
