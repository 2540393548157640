// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.LockClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Connections on which a step has just ended well, for the next one. To the driver's pool they are in use: it takes several
 * locks and notes several times whenever it gives one out, and all threads wait for each other there. Those that are
 * not needed for a second go back to it, and are tested and closed by it as any that are idle. Thread-safe.
 */
final class ReadyConnections {

    static final long MAX_UNUSED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ReentrantLock lock = new ReentrantLock();

    /** The one that was used last is first. */
    private final Deque<StepConnection> ready = new ArrayDeque<>();

    private boolean lookScheduled;
    private boolean closed;

    /** Whether the last step on a connection is so long ago that server or network may have ended it meanwhile. */
    static boolean hasRested(StepConnection connection, LockClock clock) {
        return connection.unusedNanos(clock.nanoTime()) >= MAX_UNUSED_NANOS;
    }

    /** Null if there is none. */
    @Nullable
    StepConnection take() {
        lock.lock();
        try {
            return ready.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a connection for the next step; false if there will be none. */
    boolean add(StepConnection connection, LockClock clock) {
        connection.used(clock.nanoTime());
        boolean schedule;
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            ready.addFirst(connection);
            schedule = !lookScheduled;
            lookScheduled = true;
        } finally {
            lock.unlock();
        }
        if (schedule) {
            clock.schedule(MAX_UNUSED_NANOS, () -> letUnusedGo(clock));
        }
        return true;
    }

    /** Short and without I/O, since all timers share a thread. */
    private void letUnusedGo(LockClock clock) {
        List<StepConnection> unused = new ArrayList<>();
        boolean again;
        lock.lock();
        try {
            while (!ready.isEmpty() && hasRested(ready.getLast(), clock)) {
                unused.add(ready.removeLast());
            }
            again = !ready.isEmpty();
            lookScheduled = again;
        } finally {
            lock.unlock();
        }
        unused.forEach(StepPool::giveBack);
        if (again) {
            clock.schedule(MAX_UNUSED_NANOS, () -> letUnusedGo(clock));
        }
    }

    /** From now on none is kept. */
    void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        clear();
    }

    /** Gives all of them back to the pool. */
    void clear() {
        List<StepConnection> all;
        lock.lock();
        try {
            all = List.copyOf(ready);
            ready.clear();
        } finally {
            lock.unlock();
        }
        all.forEach(StepPool::giveBack);
    }
}
