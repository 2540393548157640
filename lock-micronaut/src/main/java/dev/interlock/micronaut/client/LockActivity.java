// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.LockEvent;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What this instance holds, as its events tell: a moment late. A listener that falls too far behind loses events, which the log then says;
 * a release that got lost is noticed when the lock is held again, since a client holds a name once at a time. Thread-safe.
 */
public final class HeldLocks {

    /** How many are kept at most: more would be the sum of many lost events. */
    static final int MAX = 100_000;

    private final ConcurrentMap<String, Long> tokens = new ConcurrentHashMap<>();

    /** Holds nothing. */
    public HeldLocks() {}

    /**
     * Takes note of an event.
     *
     * @param event of the client whose holds these are
     */
    public void note(LockEvent event) {
        if (event instanceof LockEvent.Acquired acquired && tokens.size() < MAX) {
            tokens.put(acquired.lockName(), acquired.fencingToken());
        } else if (event instanceof LockEvent.Released released) {
            tokens.remove(released.lockName(), released.fencingToken());
        } else if (event instanceof LockEvent.ReleaseFailed failed) {
            tokens.remove(failed.lockName(), failed.fencingToken());
        } else if (event instanceof LockEvent.Lost lost) {
            tokens.remove(lost.lockName(), lost.loss().fencingToken());
        }
    }

    /**
     * How many there are.
     *
     * @return the number
     */
    public int size() {
        return tokens.size();
    }

    /**
     * Each of them.
     *
     * @return a copy: the tokens by name
     */
    public SortedMap<String, Long> tokens() {
        return new TreeMap<>(Map.copyOf(tokens));
    }
}
