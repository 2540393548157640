// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

/** The outcome of one release. */
public sealed interface ReleaseOutcome {

    /** The attempt owned the lock and no longer does. */
    record Released() implements ReleaseOutcome {}

    /**
     * The attempt does not own the lock. Nothing was changed. A delayed acquire request can still make it the owner
     * later.
     */
    record NotOwner() implements ReleaseOutcome {}

    /**
     * The store may or may not have released the lock.
     *
     * @param cause the exception of the driver
     */
    record Unknown(Exception cause) implements ReleaseOutcome {}
}
