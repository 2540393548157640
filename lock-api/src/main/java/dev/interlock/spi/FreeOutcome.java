// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockUnavailableException;

/** The outcome of {@link OperatorSteps#free}. */
public sealed interface FreeOutcome {

    /** The holder with the token had the lock and no longer does. */
    record Freed() implements FreeOutcome {}

    /** The lock is not held. Nothing was changed. */
    record NotHeld() implements FreeOutcome {}

    /**
     * A holder with another token has the lock. Nothing was changed.
     *
     * @param token the first token of that hold
     */
    record OtherToken(long token) implements FreeOutcome {}

    /**
     * The store did not execute the step. Nothing was changed.
     *
     * @param cause what the caller gets: the lock, the store, the cause and the way out
     */
    record Refused(LockUnavailableException cause) implements FreeOutcome {}

    /**
     * The store may or may not have freed the lock.
     *
     * @param cause the exception of the driver
     */
    record Unknown(Exception cause) implements FreeOutcome {}
}
