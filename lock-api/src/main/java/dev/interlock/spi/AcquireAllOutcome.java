// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import java.time.Duration;
import java.util.List;

/** The outcome of one request for a set of locks: all were acquired, or none. */
public sealed interface AcquireAllOutcome {

    /**
     * All locks were granted.
     *
     * @param grants the grants, one for each attempt and in their order
     */
    record Granted(List<Grant> grants) implements AcquireAllOutcome {

        /** Copies the list. */
        public Granted {
            grants = List.copyOf(grants);
        }
    }

    /**
     * Another holder has one of the locks. This request acquired none.
     *
     * @param busy a lock that is taken
     * @param retryAfter as in {@link AcquireOutcome.Contended#retryAfter}
     */
    record Contended(LockName busy, Duration retryAfter) implements AcquireAllOutcome {}

    /**
     * The store did not execute the request. None of the locks was granted.
     *
     * @param cause the exception for the caller, with the store, the observed error and the way out
     * @param retryable whether the same request may succeed later without outside help
     */
    record Refused(LockUnavailableException cause, boolean retryable) implements AcquireAllOutcome {}

    /**
     * The store may have executed the request, or may execute it later. Each lock may be granted to its attempt.
     *
     * @param cause the exception of the driver
     */
    record Unknown(Exception cause) implements AcquireAllOutcome {}
}
