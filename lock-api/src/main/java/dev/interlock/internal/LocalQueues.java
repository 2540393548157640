// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockName;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Who of this client holds or waits for which name. Of the waiters for one name only the head may ask the store, and
 * only while nobody here holds the lock: so there is no herd inside a JVM, and its waiters are served in order. What
 * the head was told is told to the others, and nothing else is: that a name is waited for does not say that it is taken
 * (decision 20). A name is known only while it is held or waited for. Thread-safe.
 */
final class LocalQueues {

    private final ConcurrentHashMap<LockName, LocalQueue> queues = new ConcurrentHashMap<>();

    /** Who waits in this client, or wants to know what those who wait were told. */
    interface Waiter {

        LockName name();

        /** The thread that asked for the lock. */
        Thread caller();

        /**
         * Whether its request is under way or was answered, or needs no other thread than the one that waits for it.
         */
        boolean asksSoon();

        /** Something changed that may let it go on. */
        void wake();

        /** What it asked for by {@link #tellNextLook}; called at most once for each call of that. */
        void told(LastLook look);

        /** Whether it takes over a lock from a holder of this client, once it is woken. Called under the queue's guard. */
        OfferedTurn.Answer offer(Turn turn);
    }

    /** Appends a waiter. */
    void join(Waiter waiter) {
        queues.compute(waiter.name(), (name, known) -> {
            LocalQueue queue = known != null ? known : new LocalQueue();
            queue.add(waiter);
            return queue;
        });
    }

    /** Null if the waiter may ask the store now, else what is known of the lock instead. */
    @Nullable
    LastLook aheadOf(Waiter waiter) {
        LastLook[] ahead = {LastLook.NONE};
        queues.computeIfPresent(waiter.name(), (name, queue) -> {
            ahead[0] = queue.held == 0 && queue.head() == waiter ? null : queue.known();
            return queue;
        });
        return ahead[0];
    }

    /**
     * The same for a try that does not wait: it asks if nobody is ahead of it, or if the look of the head failed or is
     * not even on its way, which says nothing of the lock. While the head's look is on its way the try waits for that,
     * rather than overtake.
     */
    @Nullable
    LastLook aheadOfTry(LockName name) {
        @Nullable LastLook[] ahead = {null};
        queues.computeIfPresent(name, (key, queue) -> {
            LastLook known = queue.known();
            ahead[0] = queue.isIdle() || known.failure() != null ? null : known;
            return queue;
        });
        return ahead[0];
    }

    /** Has somebody told how the look of the head ends; at once, if that is known. */
    void tellNextLook(Waiter curious) {
        @Nullable LastLook[] known = {null};
        queues.computeIfPresent(curious.name(), (name, queue) -> {
            LastLook now = queue.known();
            known[0] = now;
            if (!now.isKnown()) {
                queue.addCurious(curious);
            }
            return queue;
        });
        LastLook look = known[0];
        if (look == null) {
            // Nobody is ahead any more.
            curious.wake();
        } else if (look.isKnown()) {
            curious.told(look);
        }
    }

    /** The head has asked the store and was not granted the lock; what others say of it is not passed on. */
    void looked(Waiter head, LastLook look) {
        Told told = new Told();
        queues.computeIfPresent(head.name(), (name, queue) -> {
            if (queue.head() == head) {
                queue.lastLook = look;
                queue.curious.remove(head);
                told.takeOver(queue.curious);
            }
            return queue;
        });
        told.of(look);
    }

    /** The thread that acquired the lock for this client; null if nobody of this client has it. */
    @Nullable
    Thread holder(LockName name) {
        @Nullable Thread[] holder = {null};
        queues.computeIfPresent(name, (key, queue) -> {
            holder[0] = queue.held > 0 ? queue.holder : null;
            return queue;
        });
        return holder[0];
    }

    /** Removes a waiter without the lock; the next one may be up. */
    void leave(Waiter waiter) {
        wakeHead(waiter.name(), queue -> queue.remove(waiter));
    }

    /** Turns a waiter, or a try that never queued, into the holder. */
    void granted(Waiter holder) {
        granted(holder.name(), holder.caller(), queue -> queue.remove(holder));
    }

    /** The same for a grant that nobody in the queue asked for. */
    void granted(LockName granted, Thread caller) {
        granted(granted, caller, queue -> {});
    }

    private void granted(LockName granted, Thread caller, Change change) {
        Told told = new Told();
        queues.compute(granted, (name, known) -> {
            LocalQueue queue = known != null ? known : new LocalQueue();
            change.apply(queue);
            queue.granted();
            queue.holder = caller;
            told.takeOver(queue.curious);
            return queue;
        });
        told.of(LastLook.TAKEN);
    }

    /** How many of this client wanted a name at once of late. */
    int demand(LockName name) {
        int[] demand = {0};
        queues.computeIfPresent(name, (key, queue) -> {
            demand[0] = queue.demand();
            return queue;
        });
        return demand[0];
    }

    /**
     * Offers a lock that somebody here holds to the one who has waited longest; false if that one does not take it, or
     * nobody waits. The name stays held, and whoever takes it says so by {@link #tookOver}.
     */
    boolean offer(LockName name, Turn turn) {
        @Nullable Waiter[] taker = {null};
        queues.computeIfPresent(name, (key, queue) -> {
            taker[0] = queue.firstToTake(turn);
            return queue;
        });
        Waiter next = taker[0];
        if (next == null) {
            return false;
        }
        next.wake();
        return true;
    }

    /** Turns a waiter into the holder in place of another of this client. */
    void tookOver(Waiter holder) {
        queues.computeIfPresent(holder.name(), (name, queue) -> {
            queue.remove(holder);
            queue.holder = holder.caller();
            return queue;
        });
    }

    /** The hold of a name has ended: nobody is told that this client has the lock any more. Wakes nobody yet. */
    void freed(LockName name) {
        queues.computeIfPresent(name, (key, queue) -> {
            queue.held--;
            return queue;
        });
    }

    /** What ended a hold is done: the head may be up. */
    void wakeNext(LockName name) {
        wakeHead(name, queue -> {});
    }

    /** True while anything is held or waited for. */
    boolean isEmpty() {
        return queues.isEmpty();
    }

    private void wakeHead(LockName name, Change change) {
        @Nullable Waiter[] head = {null};
        Told nobodyAhead = new Told();
        queues.computeIfPresent(name, (key, queue) -> {
            change.apply(queue);
            head[0] = queue.held == 0 ? queue.head() : null;
            boolean over = queue.held == 0 && head[0] == null;
            if (over) {
                nobodyAhead.takeOver(queue.curious);
            }
            return over ? null : queue;
        });
        nobodyAhead.waiters.forEach(Waiter::wake);
        Waiter next = head[0];
        if (next != null) {
            next.wake();
        }
    }

    private interface Change {
        void apply(LocalQueue queue);
    }

    /** Whom to tell once the map's entry is let go. */
    private static final class Told {
        private Collection<Waiter> waiters = List.of();

        void takeOver(Set<Waiter> curious) {
            if (!curious.isEmpty()) {
                waiters = List.copyOf(curious);
                curious.clear();
            }
        }

        void of(LastLook look) {
            waiters.forEach(waiter -> waiter.told(look));
        }
    }
}
