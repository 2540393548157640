// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A critical section that shows when two threads are inside at once. It checks an owner field, and a counter that is
 * read and written in two steps. Thread-safe in that it never hides a collision.
 */
final class CriticalSection {

    private static final int LINGER_SPINS = 2_000;

    private final AtomicReference<@Nullable String> inside = new AtomicReference<>();
    private final AtomicReference<@Nullable String> collision = new AtomicReference<>();
    private final AtomicInteger entries = new AtomicInteger();
    private volatile int counter;

    /** Enters, does the work and leaves. */
    void enter(String who) {
        if (!inside.compareAndSet(null, who)) {
            collided(who + " came in while " + inside.get() + " was inside");
            return;
        }
        int seen = counter;
        linger();
        counter = seen + 1;
        entries.incrementAndGet();
        if (!inside.compareAndSet(who, null)) {
            collided(who + " left while " + inside.get() + " was inside");
        }
    }

    /** Records that two had the lock at once; the first record stays. */
    void collided(String what) {
        collision.compareAndSet(null, what);
    }

    /** Gives other threads the time to enter, without giving up the processor for long. */
    private static void linger() {
        for (int i = 0; i < LINGER_SPINS; i++) {
            Thread.onSpinWait();
        }
    }

    /** The first collision, or null. */
    @Nullable
    String collision() {
        return collision.get();
    }

    int entries() {
        return entries.get();
    }

    /** Entries that overwrote each other. */
    int lost() {
        return entries.get() - counter;
    }
}
