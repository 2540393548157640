// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import dev.interlock.LockClock;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The timed tasks of one client. They share one timer of the clock, and a timer that has become too early is left to
 * fire: so an acquire and release well within the lease never wakes the timer thread, which would cost more than the
 * local work of both. Thread-safe; tasks must be short and must not block.
 */
public final class TimerQueue {

    private static final EngineLog LOG = EngineLog.of(TimerQueue.class);

    private final Machine machine;
    private final NavigableSet<Entry> entries = new ConcurrentSkipListSet<>();
    private final AtomicLong sequence = new AtomicLong();
    private final ReentrantLock arming;
    private volatile LockClock.Timer kept = () -> {};
    private volatile @Nullable ArmedTimer armed;
    private volatile boolean closed;

    public TimerQueue(Machine machine) {
        this.machine = machine;
        arming = machine.lock();
    }

    /** Keeps the thread of the timers until the close, so that none has to be started when it is needed. */
    public void keepThread() {
        kept = machine.keepTimerThread();
    }

    /** Runs the task once when the clock's {@code nanoTime} reaches {@code dueNanos}. */
    public Entry at(long dueNanos, Runnable task) {
        Entry entry = new Entry(dueNanos, sequence.getAndIncrement(), task);
        entries.add(entry);
        if (closed) {
            // Whatever was to be done later will not be; close() may have cleared the others just before.
            entries.remove(entry);
            return entry;
        }
        ArmedTimer current = armed;
        if (current == null || dueNanos - current.dueNanos < 0) {
            arm();
        }
        return entry;
    }

    public void cancel(@Nullable Entry entry) {
        if (entry != null) {
            entries.remove(entry);
        }
    }

    /** True while no task is due at any time. */
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    public void close() {
        closed = true;
        entries.clear();
        arming.lock();
        try {
            disarm();
        } finally {
            arming.unlock();
        }
        kept.cancel();
    }

    private void arm() {
        arming.lock();
        try {
            Entry first = entries.isEmpty() ? null : firstOrNull();
            ArmedTimer current = armed;
            if (first == null || closed || (current != null && first.dueNanos - current.dueNanos >= 0)) {
                return;
            }
            disarm();
            ArmedTimer next = new ArmedTimer(first.dueNanos);
            next.timer = machine.schedule(first.dueNanos - machine.nanoTime(), () -> fire(next));
            // Not before it is set: whatever fails on the way, the next entry tries again.
            armed = next;
        } catch (RuntimeException | Error e) {
            LOG.error("the timer could not be set", e);
        } finally {
            arming.unlock();
        }
    }

    private void disarm() {
        ArmedTimer current = armed;
        armed = null;
        if (current != null && current.timer != null) {
            current.timer.cancel();
        }
    }

    private void fire(ArmedTimer fired) {
        arming.lock();
        try {
            if (armed == fired) {
                armed = null;
            }
        } finally {
            arming.unlock();
        }
        long now = machine.nanoTime();
        for (Entry due = firstOrNull(); due != null && due.dueNanos - now <= 0; due = firstOrNull()) {
            if (entries.remove(due)) {
                run(due.task);
            }
        }
        arm();
    }

    private @Nullable Entry firstOrNull() {
        // A concurrent removal may empty the set between a check and first(): iterate instead.
        for (Entry entry : entries) {
            return entry;
        }
        return null;
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.error("a timed task failed; the others go on", e);
        }
    }

    /** A task and when it is due; of entries due at the same time, the one added first runs first. */
    public record Entry(long dueNanos, long sequence, Runnable task) implements Comparable<Entry> {

        @Override
        public int compareTo(Entry other) {
            // By difference: readings of the monotonic clock may wrap.
            int byTime = Long.signum(dueNanos - other.dueNanos);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Entry entry && entry.sequence == sequence;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(sequence);
        }
    }

    /** The timer at the clock, set for the entry that was the first one then. */
    private static final class ArmedTimer {
        private final long dueNanos;
        private LockClock.@Nullable Timer timer;

        private ArmedTimer(long dueNanos) {
            this.dueNanos = dueNanos;
        }
    }
}
