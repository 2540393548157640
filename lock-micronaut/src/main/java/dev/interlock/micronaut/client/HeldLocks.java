// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.LockEvent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What this instance holds, as its events tell: a moment late, and with gaps where a listener fell more than the client's backlog of
 * events behind, which the log then says. Thread-safe.
 */
public final class HeldLocks {

    /** How many are kept at most: more would be the sum of many gaps. */
    static final int MAX = 100_000;

    private final Set<Held> held = ConcurrentHashMap.newKeySet();

    /** Holds nothing. */
    public HeldLocks() {}

    /**
     * Takes note of an event.
     *
     * @param event of the client whose holds these are
     */
    public void note(LockEvent event) {
        if (event instanceof LockEvent.Acquired acquired && held.size() < MAX) {
            held.add(new Held(acquired.lockName(), acquired.fencingToken()));
        } else if (event instanceof LockEvent.Released released) {
            held.remove(new Held(released.lockName(), released.fencingToken()));
        } else if (event instanceof LockEvent.ReleaseFailed failed) {
            held.remove(new Held(failed.lockName(), failed.fencingToken()));
        } else if (event instanceof LockEvent.Lost lost) {
            held.remove(new Held(lost.lockName(), lost.loss().fencingToken()));
        }
    }

    /**
     * How many there are.
     *
     * @return the number
     */
    public int size() {
        return held.size();
    }

    /**
     * Each of them.
     *
     * @return a copy, by name and token
     */
    public List<Held> all() {
        return held.stream().sorted().toList();
    }

    /**
     * One hold.
     *
     * @param lockName the lock
     * @param fencingToken its token
     */
    public record Held(String lockName, long fencingToken) implements Comparable<Held> {

        @Override
        public int compareTo(Held other) {
            int names = lockName.compareTo(other.lockName);
            return names != 0 ? names : Long.compare(fencingToken, other.fencingToken);
        }
    }
}
