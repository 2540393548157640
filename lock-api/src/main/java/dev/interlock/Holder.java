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
 * @param isRetained true if the client that was asked keeps this lock after its release ({@link
 *     AcquireOptions#retention()}). A lock that another client keeps cannot be told from one that it holds.
 */
public record Holder(long fencingToken, Optional<Duration> remaining, Optional<String> hint, boolean isRetained) {

    /** Replaces characters of the hint that are not printable, because the hint goes into logs and onto terminals. */
    public Holder {
        hint = hint.map(text -> text.replaceAll("[^ -~]", "?"));
    }

    /**
     * The holder as a store reports it.
     *
     * @param fencingToken the token of the hold
     * @param remaining how long the store keeps the name closed, if it says so
     * @param hint the hint of the holder's client, if it stores one
     */
    public Holder(long fencingToken, Optional<Duration> remaining, Optional<String> hint) {
        this(fencingToken, remaining, hint, false);
    }

    /**
     * The same holder, as a client that keeps the lock reports it.
     *
     * @return with {@link #isRetained()}
     */
    public Holder retained() {
        return new Holder(fencingToken, remaining, hint, true);
    }
}
