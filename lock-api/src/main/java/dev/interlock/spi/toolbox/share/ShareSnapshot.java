// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox.share;

import org.jspecify.annotations.Nullable;

/**
 * The record of a lock, as a store has just read it.
 *
 * @param text the record, null if there is none
 * @param nowMillis the store's clock, by which leases end
 * @param leastToken the least fencing token that a new grant may have: greater than every token that the store may have
 *     forgotten. A store with a clock takes its microseconds.
 * @param sentNanos the client's monotonic clock before the request that read {@code nowMillis} was sent
 */
public record ShareSnapshot(@Nullable String text, long nowMillis, long leastToken, long sentNanos) {}
