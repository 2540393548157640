// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import java.time.Duration;

/** The outcome of one renewal. */
public sealed interface RenewOutcome {

    /**
     * The lease was renewed.
     *
     * @param sentNanos the clock's reading before the request was sent
     * @param lease how long the store keeps the lock from then on
     */
    record Renewed(long sentNanos, Duration lease) implements RenewOutcome {}

    /**
     * The attempt does not own the lock. Nothing was changed.
     *
     * @param detail the observed cause, in plain text
     */
    record NotOwner(String detail) implements RenewOutcome {}

    /**
     * The store may or may not have renewed the lease.
     *
     * @param cause the exception of the driver
     */
    record Unknown(Exception cause) implements RenewOutcome {}
}
