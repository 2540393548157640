// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockClock;
import java.time.Duration;

/** Since when a caller waits, and until when it may. Immutable. */
final class WaitLimit {

    private final LockClock clock;
    private final long startNanos;
    private final long maxWaitNanos;

    /** A wait that begins now. */
    WaitLimit(LockClock clock, long maxWaitNanos) {
        this.clock = clock;
        this.maxWaitNanos = maxWaitNanos;
        startNanos = clock.nanoTime();
    }

    Duration waited() {
        return Duration.ofNanos(clock.nanoTime() - startNanos);
    }

    boolean isOver() {
        return remainingNanos() == 0;
    }

    /** {@link EffectiveOptions#NO_LIMIT} if there is none. */
    long remainingNanos() {
        return maxWaitNanos == EffectiveOptions.NO_LIMIT
                ? EffectiveOptions.NO_LIMIT
                : Math.max(0, maxWaitNanos - (clock.nanoTime() - startNanos));
    }
}
