// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import java.time.Duration;
import java.util.List;

/** How one request for several locks at once ended: all of them were acquired, or none. */
public sealed interface AcquireAllOutcome {

    /**
     * Every lock is its attempt's.
     *
     * @param grants what the store granted, one for each attempt and in their order
     */
    record Granted(List<Grant> grants) implements AcquireAllOutcome {

        /** Keeps a copy. */
        public Granted {
            grants = List.copyOf(grants);
        }
    }

    /**
     * Another holder has one of the locks; this request acquired none.
     *
     * @param busy one that is taken
     * @param retryAfter as {@link AcquireOutcome.Contended#retryAfter}
     */
    record Contended(LockName busy, Duration retryAfter) implements AcquireAllOutcome {}

    /**
     * The store has surely not executed the request.
     *
     * @param cause what the user is told: which store, what was observed, the way out
     * @param retryable whether the same request may succeed later without anybody's help
     */
    record Refused(LockUnavailableException cause, boolean retryable) implements AcquireAllOutcome {}

    /**
     * The store may have executed the request, or may still do so: each of the locks may be its attempt's.
     *
     * @param cause what the driver threw
     */
    record Unknown(Exception cause) implements AcquireAllOutcome {}
}
