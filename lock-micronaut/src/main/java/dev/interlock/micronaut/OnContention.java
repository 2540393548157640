// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

/** What a call of a {@link Locked} method does while another holder has the lock. */
public enum OnContention {
    /**
     * It waits as long as {@link Locked#waitAtMost} says, then fails with {@link dev.interlock.LockTimeoutException}.
     */
    WAIT,
    /** It fails with {@link dev.interlock.LockTimeoutException} at once. */
    FAIL,
    /**
     * It returns at once without having called the method: nothing, null, an empty {@code Optional} or
     * {@code Publisher}, or a stage that completes with null. Refused for methods that return a primitive, since no
     * value could say so.
     */
    SKIP
}
