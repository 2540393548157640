// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What a client holds and waits for, as its events tell: a moment late. For meters and pages of an application, that
 * give it to the client as a listener, from the start, since it knows nothing of what was before. A listener that falls too
 * far behind loses events, which the log then says; a release that got lost is noticed when the lock is held again,
 * since a client holds a name once at a time, and a lost number of waiters when it changes again. Thread-safe.
 */
public final class LockActivity implements LockListener {

    /** How many names are kept at most of each kind: more would be the sum of many lost events. */
    static final int MAX = 100_000;

    private final ConcurrentMap<String, Long> tokens = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Integer> waiters = new ConcurrentHashMap<>();

    /** Holds nothing and waits for nothing. */
    public LockActivity() {}

    @Override
    public void on(LockEvent event) {
        if (event instanceof LockEvent.Acquired acquired && tokens.size() < MAX) {
            tokens.put(acquired.lockName(), acquired.fencingToken());
        } else if (event instanceof LockEvent.Released released) {
            tokens.remove(released.lockName(), released.fencingToken());
        } else if (event instanceof LockEvent.ReleaseFailed failed) {
            tokens.remove(failed.lockName(), failed.fencingToken());
        } else if (event instanceof LockEvent.Lost lost) {
            tokens.remove(lost.lockName(), lost.loss().fencingToken());
        } else if (event instanceof LockEvent.WaitersChanged changed) {
            note(changed);
        }
    }

    private void note(LockEvent.WaitersChanged changed) {
        if (changed.waiters() == 0) {
            waiters.remove(changed.lockName());
        } else if (waiters.size() < MAX || waiters.containsKey(changed.lockName())) {
            waiters.put(changed.lockName(), changed.waiters());
        }
    }

    /**
     * How many locks this client holds.
     *
     * @return the number
     */
    public int heldCount() {
        return tokens.size();
    }

    /**
     * Each lock that this client holds.
     *
     * @return a copy: the tokens by name
     */
    public SortedMap<String, Long> heldTokens() {
        return new TreeMap<>(Map.copyOf(tokens));
    }

    /**
     * How many acquisitions wait, for whatever lock.
     *
     * @return the number
     */
    public int waitingCount() {
        return waiters.values().stream().mapToInt(Integer::intValue).sum();
    }

    /**
     * How many acquisitions wait for each lock.
     *
     * @return a copy: the numbers by name, none of them zero
     */
    public SortedMap<String, Integer> waitersByLock() {
        return new TreeMap<>(Map.copyOf(waiters));
    }
}
