// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Optional;

/**
 * The holder of a lock, as the store reported it. The report may be out of date when it arrives, so base no decision on
 * it. Only backends construct it: for others compatibility covers the accessors alone.
 *
 * @param fencingToken the token of the hold
 * @param remaining how long the store keeps the name closed, by its own clock: the lease plus the lock delay
 *     ({@link AcquireOptions#lockDelay()}), even if the holder is already lost; empty if the store does not say
 * @param hint the hint of the holder's client, if it stores one ({@link ClientOptions#withHolderHint}). Another client
 *     wrote it, so do not trust it. Printable ASCII, with {@code ?} for every other character.
 */
public record Holder(long fencingToken, Optional<Duration> remaining, Optional<String> hint) {

    /** Replaces characters of the hint that are not printable, because the hint goes into logs and onto terminals. */
    public Holder {
        hint = hint.map(text -> text.replaceAll("[^ -~]", "?"));
    }
}
