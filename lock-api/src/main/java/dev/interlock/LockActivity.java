// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The locks that a client holds, keeps after their release and waits for, as its events report them, slightly delayed. For metrics and pages of an
 * application. Register it when the client is created, because it does not know earlier events. Thread-safe.
 *
 * <p>A listener that falls too far behind loses events, and the client logs that. A lost release is corrected when the
 * lock is held again, because a client holds a name only once at a time; the same holds for locks that are kept and for
 * elections. A lost number of waiters is corrected by the
 * next change.
 */
public final class LockActivity implements LockListener {

    /** The maximum number of names of each kind. A larger number could only come from many lost events. */
    static final int MAX = 100_000;

    private final ConcurrentMap<String, Long> tokens = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Long> retained = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Long> leading = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Integer> waiters = new ConcurrentHashMap<>();

    /** Creates a view without holds and waiters. */
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
            leading.remove(lost.lockName(), lost.loss().fencingToken());
        } else if (event instanceof LockEvent.TermBegan began && leading.size() < MAX) {
            leading.put(began.lockName(), began.fencingToken());
        } else if (event instanceof LockEvent.TermEnded ended) {
            leading.remove(ended.lockName(), ended.fencingToken());
        } else if (event instanceof LockEvent.Retained kept && retained.size() < MAX) {
            retained.put(kept.lockName(), kept.fencingToken());
        } else if (event instanceof LockEvent.RetentionEnded ended) {
            retained.remove(ended.lockName(), ended.fencingToken());
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
     * The number of locks that this client holds.
     *
     * @return the number
     */
    public int heldCount() {
        return tokens.size();
    }

    /**
     * The locks that this client holds.
     *
     * @return a copy: the fencing tokens by name
     */
    public SortedMap<String, Long> heldTokens() {
        return new TreeMap<>(tokens);
    }

    /**
     * The number of locks that this client keeps after their release ({@link AcquireOptions#retention()}). They are not
     * among the held ones.
     *
     * @return the number
     */
    public int retainedCount() {
        return retained.size();
    }

    /**
     * The locks that this client keeps after their release.
     *
     * @return a copy: the last fencing tokens by name
     */
    public SortedMap<String, Long> retainedTokens() {
        return new TreeMap<>(retained);
    }

    /**
     * The number of elections that a candidate of this client leads. A leader whose lock was lost does not count, even if
     * its task has not ended.
     *
     * @return the number
     */
    public int leadingCount() {
        return leading.size();
    }

    /**
     * The elections that a candidate of this client leads.
     *
     * @return a copy: the terms by name
     */
    public SortedMap<String, Long> leadingTerms() {
        return new TreeMap<>(leading);
    }

    /**
     * The number of acquisitions that wait, for all locks together.
     *
     * @return the number
     */
    public int waitingCount() {
        return waiters.values().stream().mapToInt(Integer::intValue).sum();
    }

    /**
     * The number of acquisitions that wait for each lock.
     *
     * @return a copy: the numbers by name, all greater than zero
     */
    public SortedMap<String, Integer> waitersByLock() {
        return new TreeMap<>(waiters);
    }
}
