// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut.live;

import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import dev.interlock.examples.database.GuardedWrite;
import io.micronaut.context.event.ApplicationEventListener;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * The latest holds and waits of this instance, for its lane of the timeline, and how often the fence refused it. The
 * client and the database report them, slightly late and in any order. Thread-safe.
 */
@Singleton
final class Lane implements LockListener, ApplicationEventListener<GuardedWrite> {

    /** How many of each are kept: a minute of the page, unless requests are too frequent to be watched. */
    static final int MAX = 400;

    private final InstantSource clock;
    private final ReentrantLock mutex = new ReentrantLock();
    private final Map<Grant, Hold> holds = new LinkedHashMap<>();
    private final Map<String, Long> waitingSince = new LinkedHashMap<>();
    private final Deque<Wait> waits = new ArrayDeque<>();
    private long refusals;

    @Inject
    Lane() {
        this(InstantSource.system());
    }

    Lane(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void on(LockEvent event) {
        if (event instanceof LockEvent.Acquired acquired) {
            change(acquired.lockName(), acquired.fencingToken(), hold -> hold);
        } else if (event instanceof LockEvent.Released released) {
            end(released.lockName(), released.fencingToken(), "released");
        } else if (event instanceof LockEvent.ReleaseFailed failed) {
            end(failed.lockName(), failed.fencingToken(), "not confirmed");
        } else if (event instanceof LockEvent.Lost lost) {
            end(lost.lockName(), lost.loss().fencingToken(), "lost");
        } else if (event instanceof LockEvent.WaitersChanged changed) {
            note(changed);
        }
    }

    @Override
    public void onApplicationEvent(GuardedWrite write) {
        long now = clock.millis();
        change(write.lockName(), write.token(), hold -> write.refused() ? hold.refused(now) : hold.written(now));
    }

    /** A loss remains a loss when its release fails afterwards. */
    private void end(String lock, long token, String how) {
        long now = clock.millis();
        change(lock, token, hold -> hold.to() == null ? hold.ended(how, now) : hold);
    }

    private void change(String lock, long token, UnaryOperator<Hold> change) {
        mutex.lock();
        try {
            Grant grant = new Grant(lock, token);
            Hold before = holds.get(grant);
            Hold hold = before == null ? Hold.granted(lock, Long.toString(token), clock.millis()) : before;
            Hold after = change.apply(hold);
            if (after.refused() != null && hold.refused() == null) {
                refusals++;
            }
            holds.put(grant, after);
            if (holds.size() > MAX) {
                holds.remove(holds.keySet().iterator().next());
            }
        } finally {
            mutex.unlock();
        }
    }

    private void note(LockEvent.WaitersChanged changed) {
        mutex.lock();
        try {
            long now = clock.millis();
            if (changed.waiters() > 0) {
                // A wait whose end was not reported stays until the lock is waited for again.
                if (waitingSince.size() < MAX) {
                    waitingSince.putIfAbsent(changed.lockName(), now);
                }
            } else {
                Long since = waitingSince.remove(changed.lockName());
                if (since != null) {
                    waits.add(new Wait(changed.lockName(), since, now));
                }
            }
            if (waits.size() > MAX) {
                waits.remove();
            }
        } finally {
            mutex.unlock();
        }
    }

    /**
     * The latest holds.
     *
     * @return a copy, in the order of their first reports
     */
    List<Hold> holds() {
        mutex.lock();
        try {
            return List.copyOf(holds.values());
        } finally {
            mutex.unlock();
        }
    }

    /**
     * The latest waits.
     *
     * @return a copy: ended waits first, then those that last
     */
    List<Wait> waits() {
        mutex.lock();
        try {
            List<Wait> all = new ArrayList<>(waits);
            waitingSince.forEach((lock, since) -> all.add(new Wait(lock, since, null)));
            return all;
        } finally {
            mutex.unlock();
        }
    }

    /**
     * How many holds the fence has refused.
     *
     * @return the number since the start
     */
    long refusals() {
        mutex.lock();
        try {
            return refusals;
        } finally {
            mutex.unlock();
        }
    }

    private record Grant(String lock, long token) {}
}
