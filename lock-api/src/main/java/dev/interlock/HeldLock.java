// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A lock that is held, as {@link LockOperator#list} found it. It may be out of date when it arrives. Only backends
 * construct it: for others compatibility covers the accessors alone. Immutable.
 *
 * @param name the lock
 * @param holder its holder
 * @param since about when the store granted the lock, by the store's clock; empty if the store does not say. In a store
 *     whose clock was set back it can be too late.
 * @param waiters how many clients wait in the store for the lock; empty if the store does not say
 */
public record HeldLock(LockName name, Holder holder, Optional<Instant> since, OptionalInt waiters) {

    /** Checks that nothing is missing. */
    public HeldLock {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(holder, "holder");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(waiters, "waiters");
    }
}
