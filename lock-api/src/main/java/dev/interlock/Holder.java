// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Optional;

/**
 * Who has a lock, as the store told it: already history when it is read, so never decide on it.
 *
 * @param fencingToken the token of the hold
 * @param remaining how long the store still keeps the name from others by its own clock: the lease, and the lock-delay
 *     behind it ({@link AcquireOptions#lockDelay()}), which also runs when the holder was lost; empty if the store
 *     cannot say
 * @param hint what the holder's client said about itself, if it was configured to; written by others, so not
 *     trustworthy; of printable ASCII, with {@code ?} in place of all else
 */
public record Holder(long fencingToken, Optional<Duration> remaining, Optional<String> hint) {

    /** Replaces what is not printable in the hint, which goes into logs and onto terminals. */
    public Holder {
        hint = hint.map(text -> text.replaceAll("[^ -~]", "?"));
    }
}
