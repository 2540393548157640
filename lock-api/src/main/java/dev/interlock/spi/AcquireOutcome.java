// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockUnavailableException;
import java.time.Duration;

/** How one attempt ended. */
public sealed interface AcquireOutcome {

    /**
     * The lock is the attempt's.
     *
     * @param grant what the store granted
     */
    record Granted(Grant grant) implements AcquireOutcome {}

    /**
     * Another holder has the lock.
     *
     * @param retryAfter the longest time to let pass before asking again: what is left of the holder's lease, or the
     *     backend's fallback if that is shorter or unknown
     */
    record Contended(Duration retryAfter) implements AcquireOutcome {}

    /**
     * The store has surely not executed the attempt.
     *
     * @param cause what the user is told: which store, what was observed, the way out
     * @param retryable whether the same attempt may succeed later without anybody's help
     */
    record Refused(LockUnavailableException cause, boolean retryable) implements AcquireOutcome {}

    /**
     * The store may have executed the attempt, or may still do so.
     *
     * @param cause what the driver threw
     */
    record Unknown(Exception cause) implements AcquireOutcome {}
}
