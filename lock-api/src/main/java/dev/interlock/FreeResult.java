// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** What became of a lock that an operator asked to free ({@link LockOperator#free}). Immutable. */
public sealed interface FreeResult {

    /** The holder with this token no longer has the lock. Another one may have it already. */
    record Freed() implements FreeResult {}

    /** The lock was not held. Nothing was changed. */
    record NotHeld() implements FreeResult {}

    /**
     * Another holder has the lock. Nothing was changed.
     *
     * @param token the token of that holder
     */
    record OtherToken(long token) implements FreeResult {}

    /**
     * The store did not report whether it freed the lock. Inspect the lock, and free it again if the token is still the
     * same: a repeated call never frees a successor's lock.
     *
     * @param cause the exception of the driver
     */
    record Unknown(Exception cause) implements FreeResult {}
}
