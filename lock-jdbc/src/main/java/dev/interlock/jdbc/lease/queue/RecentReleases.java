// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.queue;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Which locks this client has released just now. It would be the first to ask for them each time, and never learn that
 * other clients wait, which only look from time to time. So now and then it looks for waiters before it asks. Names
 * share slots, so that memory does not grow: two names in one slot cost one such look. Thread-safe.
 */
final class RecentReleases {

    private static final int SLOTS = 64;

    /** How soon after a release another client would hardly be faster: on a busy machine it takes that long to run at all. */
    private static final long JUST_NANOS = Duration.ofMillis(200).toNanos();

    /** How often to look. */
    private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

    private final LockClock clock;
    private final AtomicLongArray released = new AtomicLongArray(SLOTS);
    private final AtomicLongArray looked = new AtomicLongArray(SLOTS);

    RecentReleases(LockClock clock) {
        this.clock = clock;
        long longAgo = clock.nanoTime() - AGAIN_NANOS;
        for (int slot = 0; slot < SLOTS; slot++) {
            released.set(slot, longAgo);
            looked.set(slot, longAgo);
        }
    }

    void released(LockName name) {
        released.set(slot(name), clock.nanoTime());
    }

    /** Whether it is time to look whether others wait; true for one caller at a time. */
    boolean isToLook(LockName name) {
        int slot = slot(name);
        long now = clock.nanoTime();
        long last = looked.get(slot);
        return now - released.get(slot) < JUST_NANOS
                && now - last >= AGAIN_NANOS
                && looked.compareAndSet(slot, last, now);
    }

    private static int slot(LockName name) {
        return Math.floorMod(name.hashCode(), SLOTS);
    }
}
