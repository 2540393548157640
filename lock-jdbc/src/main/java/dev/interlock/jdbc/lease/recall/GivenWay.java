// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.recall;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The locks that this client released because another client recalled them. That client asks again and again, but this one
 * knows of the release before it, and would win each time. So it lets the other one ask first. Thread-safe.
 */
final class GivenWay {

    /** How long to let the other client ask: some of its looks. */
    private static final long REST_NANOS = Duration.ofMillis(5).toNanos();

    /** How many attempts and names are remembered. */
    private static final int MOST = 1_000;

    private final LockClock clock;
    private final Set<AttemptId> recalled = ConcurrentHashMap.newKeySet();
    private final Map<LockName, Long> released = new ConcurrentHashMap<>();

    GivenWay(LockClock clock) {
        this.clock = clock;
    }

    void recalled(AttemptId id) {
        if (recalled.size() >= MOST) {
            recalled.clear();
        }
        recalled.add(id);
    }

    void released(Attempt attempt) {
        if (recalled.remove(attempt.id())) {
            if (released.size() >= MOST) {
                released.clear();
            }
            released.put(attempt.name(), clock.nanoTime());
        }
    }

    /** How long the next caller still lets the other client ask; zero if it need not. */
    Duration rest(LockName name) {
        Long since = released.isEmpty() ? null : released.get(name);
        if (since == null) {
            return Duration.ZERO;
        }
        long left = since + REST_NANOS - clock.nanoTime();
        if (left <= 0) {
            gone(name);
        }
        return Duration.ofNanos(Math.max(0, left));
    }

    /** The other client has asked, or cannot be waited for. */
    void gone(LockName name) {
        released.remove(name);
    }
}
