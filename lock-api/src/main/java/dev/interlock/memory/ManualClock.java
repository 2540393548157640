// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import dev.interlock.LockClock;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A clock for tests that moves only when the test moves it. A move runs the due timers, in order, on the calling
 * thread. Work that they start (renewals, waiting callers) runs on other threads, so wait for its effect. Thread-safe.
 */
public final class ManualClock implements LockClock {

    private final ReentrantLock guard = new ReentrantLock();
    private final PriorityQueue<Due> timers =
            new PriorityQueue<>(Comparator.comparingLong(Due::atNanos).thenComparingLong(Due::sequence));
    private long nanos = Duration.ofDays(1).toNanos();
    private long sleptMillis;
    private long sequence;

    /** Creates a clock at an arbitrary time. */
    public ManualClock() {
        // Starts at its initial values.
    }

    @Override
    public long nanoTime() {
        guard.lock();
        try {
            return nanos;
        } finally {
            guard.unlock();
        }
    }

    @Override
    public long wallMillis() {
        guard.lock();
        try {
            return nanos / 1_000_000 + sleptMillis;
        } finally {
            guard.unlock();
        }
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        guard.lock();
        try {
            Due due = new Due(nanos + Math.max(0, delayNanos), sequence++, task);
            timers.add(due);
            return () -> cancel(due);
        } finally {
            guard.unlock();
        }
    }

    /**
     * Moves both clocks forward. Renewals run on other threads, so a move by a whole lease or more ends the holds
     * ({@link dev.interlock.LossCause#EXPIRED}). To keep a lock for longer, move by a third of its lease, wait for
     * {@link dev.interlock.LockEvent.Renewed}, and repeat.
     *
     * @param time zero or more; zero runs the timers that are due now
     */
    public void advance(Duration time) {
        long end = nanoTime() + time.toNanos();
        for (Due due = nextUntil(end); due != null; due = nextUntil(end)) {
            due.task.run();
        }
    }

    /**
     * Simulates a machine that sleeps: the wall clock moves forward, the monotonic clock and the timers stand still.
     *
     * @param time zero or more
     */
    public void sleep(Duration time) {
        guard.lock();
        try {
            sleptMillis += time.toMillis();
        } finally {
            guard.unlock();
        }
    }

    private @Nullable Due nextUntil(long end) {
        guard.lock();
        try {
            Due first = timers.peek();
            if (first == null || first.atNanos > end) {
                nanos = Math.max(nanos, end);
                return null;
            }
            nanos = Math.max(nanos, first.atNanos);
            return timers.poll();
        } finally {
            guard.unlock();
        }
    }

    private void cancel(Due due) {
        guard.lock();
        try {
            timers.remove(due);
        } finally {
            guard.unlock();
        }
    }

    private record Due(long atNanos, long sequence, Runnable task) {}
}
