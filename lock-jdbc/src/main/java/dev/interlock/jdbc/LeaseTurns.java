// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whose turn it is where nobody is rung for: a client that has just released a lock which others wanted lets them look
 * first, since they sleep while it knows. Thread-safe.
 */
final class LeaseTurns {

    /** How long others who had a lock are taken to want it. */
    private static final long WANTED_NANOS = Duration.ofSeconds(1).toNanos();

    /** How soon after a release somebody here would be the first to ask. */
    private static final long JUST_NANOS = Duration.ofMillis(20).toNanos();

    /** How many locks are remembered. */
    private static final int MOST = 1_000;

    private final LockClock clock;
    private final Map<LockName, Long> refused = new ConcurrentHashMap<>();
    private final Map<LockName, Long> released = new ConcurrentHashMap<>();

    LeaseTurns(LockClock clock) {
        this.clock = clock;
    }

    /** Another client was seen to have the lock. */
    void refused(LockName name) {
        remember(refused, name);
    }

    /** This client has released the lock. */
    void released(LockName name) {
        Long last = refused.get(name);
        if (last == null) {
            return;
        }
        if (clock.nanoTime() - last < WANTED_NANOS) {
            remember(released, name);
        } else {
            refused.remove(name, last);
        }
    }

    private void remember(Map<LockName, Long> times, LockName name) {
        if (times.size() >= MOST) {
            times.clear();
        }
        times.put(name, clock.nanoTime());
    }

    /** Whether the next one here should let others look first; once for each release. */
    boolean isOthers(LockName name) {
        Long last = released.remove(name);
        return last != null && clock.nanoTime() - last < JUST_NANOS;
    }
}
