// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import java.time.Duration;

/** How one renewal ended. */
public sealed interface RenewOutcome {

    /**
     * The lease runs anew.
     *
     * @param sentNanos the clock's reading before the request was sent
     * @param lease how long the store keeps the lock from then on
     */
    record Renewed(long sentNanos, Duration lease) implements RenewOutcome {}

    /**
     * The store does not know the attempt as the owner; nothing was changed.
     *
     * @param detail what was observed, for people
     */
    record NotOwner(String detail) implements RenewOutcome {}

    /**
     * The store may or may not have renewed.
     *
     * @param cause what the driver threw
     */
    record Unknown(Exception cause) implements RenewOutcome {}
}
