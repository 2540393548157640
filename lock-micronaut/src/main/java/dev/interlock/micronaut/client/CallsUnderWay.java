// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import jakarta.inject.Singleton;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Counts the acquisitions that have begun and not ended: those who wait for a lock, and those whose request is on its way. Nothing is
 * kept for a name without any. Those by a {@link dev.interlock.LockView} are not counted. Thread-safe.
 */
@Singleton
public final class CallsUnderWay {

    private final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();

    CallsUnderWay() {}

    /**
     * How many there are for each lock.
     *
     * @return a copy, by name
     */
    public SortedMap<String, Integer> counts() {
        return new TreeMap<>(Map.copyOf(counts));
    }

    Call begin(String lockName) {
        counts.merge(lockName, 1, Integer::sum);
        AtomicBoolean ended = new AtomicBoolean();
        return () -> {
            if (ended.compareAndSet(false, true)) {
                counts.computeIfPresent(lockName, (name, count) -> count == 1 ? null : count - 1);
            }
        };
    }

    /** One of them. */
    @FunctionalInterface
    interface Call {

        /** Ends it; once more changes nothing. */
        void end();
    }
}
