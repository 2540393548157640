// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockName;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Who of this client holds or waits for which name. Of the waiters for one name only the head may ask the store, and
 * only while nobody here holds the lock: so there is no herd inside a JVM, and its waiters are served in order. A name
 * is known only while it is held or waited for. Thread-safe.
 */
final class LocalQueues {

    private final ConcurrentHashMap<LockName, Queue> queues = new ConcurrentHashMap<>();

    /** True if the lock is held or waited for in this client. */
    boolean isBusy(LockName name) {
        return queues.containsKey(name);
    }

    /** Appends a waiter. */
    void join(Acquisition waiter) {
        queues.compute(waiter.name(), (name, known) -> {
            Queue queue = known != null ? known : new Queue();
            queue.waiters.add(waiter);
            return queue;
        });
    }

    /** True if the waiter may ask the store now. */
    boolean mayAttempt(Acquisition waiter) {
        boolean[] may = new boolean[1];
        queues.computeIfPresent(waiter.name(), (name, queue) -> {
            may[0] = queue.held == 0 && queue.waiters.peekFirst() == waiter;
            return queue;
        });
        return may[0];
    }

    /** Removes a waiter without the lock; the next one may be up. */
    void leave(Acquisition waiter) {
        wakeHead(waiter.name(), queue -> queue.waiters.remove(waiter));
    }

    /** Turns a waiter, or a try that never queued, into the holder. */
    void granted(Acquisition holder) {
        queues.compute(holder.name(), (name, known) -> {
            Queue queue = known != null ? known : new Queue();
            queue.waiters.remove(holder);
            queue.held++;
            return queue;
        });
    }

    /** The hold of a name has ended; the head may be up. */
    void ended(LockName name) {
        wakeHead(name, queue -> queue.held--);
    }

    /** True while anything is held or waited for. */
    boolean isEmpty() {
        return queues.isEmpty();
    }

    private void wakeHead(LockName name, Change change) {
        Acquisition[] head = new Acquisition[1];
        queues.computeIfPresent(name, (key, queue) -> {
            change.apply(queue);
            head[0] = queue.held == 0 ? queue.waiters.peekFirst() : null;
            return queue.held == 0 && queue.waiters.isEmpty() ? null : queue;
        });
        @Nullable Acquisition next = head[0];
        if (next != null) {
            next.wake();
        }
    }

    private interface Change {
        void apply(Queue queue);
    }

    /** Touched only inside atomic updates of its map entry. */
    private static final class Queue {
        private final ArrayDeque<Acquisition> waiters = new ArrayDeque<>(2);

        /** More than one only if the store granted a lock twice, which is then its fault and visible as such. */
        private int held;
    }
}
