// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Optional;

/**
 * The holder of a lock, as the store reported it. The report may be out of date when it arrives, so do not base
 * decisions on it.
 *
 * @param fencingToken the token of the hold
 * @param remaining how long the store still keeps the name closed, by its own clock: the lease plus the lock delay
 *     ({@link AcquireOptions#lockDelay()}). The lock delay is included even if the holder is already lost. Empty if the
 *     store does not know it.
 * @param hint the hint that the holder's client was configured to store. It is written by another client, so do not
 *     trust it. Printable ASCII; every other character is replaced by {@code ?}.
 */
public record Holder(long fencingToken, Optional<Duration> remaining, Optional<String> hint) {

    /** Replaces characters of the hint that are not printable, because the hint goes into logs and onto terminals. */
    public Holder {
        hint = hint.map(text -> text.replaceAll("[^ -~]", "?"));
    }
}
