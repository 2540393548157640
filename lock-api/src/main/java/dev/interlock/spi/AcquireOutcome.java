// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockUnavailableException;
import java.time.Duration;

/** The outcome of one attempt. */
public sealed interface AcquireOutcome {

    /**
     * The lock was granted.
     *
     * @param grant the grant of the store
     */
    record Granted(Grant grant) implements AcquireOutcome {}

    /**
     * Another holder has the lock.
     *
     * @param retryAfter the longest time to wait before the next attempt: what is left of the holder's lease, or the
     *     backend's fallback if that is shorter or the lease is unknown
     */
    record Contended(Duration retryAfter) implements AcquireOutcome {}

    /**
     * The store did not execute the attempt. The lock was not granted.
     *
     * @param cause the exception for the caller, with the store, the observed error and the way out
     * @param retryable whether the same attempt may succeed later without outside help
     */
    record Refused(LockUnavailableException cause, boolean retryable) implements AcquireOutcome {}

    /**
     * The store may have executed the attempt, or may execute it later.
     *
     * @param cause the exception of the driver
     */
    record Unknown(Exception cause) implements AcquireOutcome {}
}
