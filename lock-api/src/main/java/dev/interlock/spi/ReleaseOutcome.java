// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

/** How one release ended. */
public sealed interface ReleaseOutcome {

    /** The attempt owned the lock and no longer does. */
    record Released() implements ReleaseOutcome {}

    /**
     * The store does not know the attempt as the owner; nothing was changed. No proof that it never will be: a delayed
     * acquire may land later.
     */
    record NotOwner() implements ReleaseOutcome {}

    /**
     * The store may or may not have released.
     *
     * @param cause what the driver threw
     */
    record Unknown(Exception cause) implements ReleaseOutcome {}
}
