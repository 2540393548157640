// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.command;

import java.time.Duration;

/** How long a waiter rests at most before it looks at its lock again. */
public final class RestLimit {

    /** The limit while nothing proves that a release would be reported to the waiter. */
    public static final Duration UNPROVEN = Duration.ofSeconds(1);

    private RestLimit() {}

    /** Without proof that a release would be reported, a lost signal is not the only reason to look. */
    public static Duration of(boolean proven, Duration pollFallback) {
        return proven ? pollFallback : shorter(pollFallback, UNPROVEN);
    }

    public static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
