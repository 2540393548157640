// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.queue;

import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The holds and waiters of one client for one name. It has a guard of its own, and calls nothing but {@link Waiter#offer}
 * under it: its methods return the waiters that the caller has to wake or to notify. A queue that is neither held nor
 * waited for retires, and another one takes its place. Thread-safe.
 *
 * @param <O> what a holder offers to the next waiter
 */
final class LocalQueue<O> {

    private final ReentrantLock guard;

    /** In the order in which they came; one that leaves is found without a look at the others. */
    private final Set<Waiter<O>> waiters = new LinkedHashSet<>(2);

    /** Those that wait for the end of the head's look: seldom any, and none in the queue of a lock that is free. */
    private Set<Waiter<O>> curious = Collections.emptySet();

    /** Whether there are waiters: read without the guard, which a look at a lock without waiters does not need. */
    private volatile boolean waitedFor;

    /** Of the present head. */
    private LastLook lastLook = LastLook.NONE;

    /**
     * How many callers wanted the lock at once of late. A caller that asks right after a release is alone for a moment, and
     * would get fewer hand-offs for this client than others get for theirs.
     */
    private int demand;

    /** More than one only if the store granted a lock twice, which is then its fault and visible as such. */
    private int held;

    private @Nullable Thread holder;
    private volatile boolean retired;

    LocalQueue(ReentrantLock guard) {
        this.guard = guard;
    }

    private <T extends @Nullable Object> T guarded(Supplier<T> action) {
        guard.lock();
        try {
            return action.get();
        } finally {
            guard.unlock();
        }
    }

    /** Appends a waiter; false if the queue has retired. */
    boolean join(Waiter<O> waiter) {
        return guarded(() -> {
            if (!retired) {
                waiters.add(waiter);
                waitedFor = true;
                demand = Math.max(demand, waiters.size());
            }
            return !retired;
        });
    }

    /** Null if the waiter may ask the store now, else what is known of the lock. */
    @Nullable
    LastLook aheadOf(Waiter<O> waiter) {
        return this.<@Nullable LastLook>guarded(() -> held == 0 && head() == waiter ? null : known());
    }

    /** The same for a try, which stands in no queue. */
    @Nullable
    LastLook aheadOfTry() {
        return this.<@Nullable LastLook>guarded(() -> {
            LastLook known = known();
            return isIdle() || known.failure() != null ? null : known;
        });
    }

    /**
     * What is known of the lock, or null if nothing holds it or is ahead. While the look of the head is on its way, the
     * waiter is registered for its end.
     */
    @Nullable
    LastLook awaitLook(Waiter<O> waiter) {
        return this.<@Nullable LastLook>guarded(() -> {
            LastLook known = retired ? null : known();
            if (known != null && !known.isKnown()) {
                if (curious.isEmpty()) {
                    curious = new LinkedHashSet<>(2);
                }
                curious.add(waiter);
            }
            return known;
        });
    }

    /** The head has asked the store and was not granted the lock; returns the waiters to notify. */
    Collection<Waiter<O>> looked(Waiter<O> waiter, LastLook look) {
        return guarded(() -> {
            if (head() != waiter) {
                return List.of();
            }
            lastLook = look;
            curious.remove(waiter);
            return takeCurious();
        });
    }

    /**
     * The store has granted the lock.
     *
     * @param waiter which asked for it; null if none of the queue did
     * @param caller the thread that asked for it
     * @return the waiters to notify; null if the queue has retired
     */
    @Nullable
    Collection<Waiter<O>> granted(@Nullable Waiter<O> waiter, Thread caller) {
        return this.<@Nullable Collection<Waiter<O>>>guarded(() -> {
            if (retired) {
                return null;
            }
            if (waiter != null) {
                remove(waiter);
            }
            held++;
            holder = caller;
            // This caller has left the queue: less is wanted if fewer come back.
            demand = Math.max(waiters.size() + 1, demand - 1);
            return takeCurious();
        });
    }

    /** Offers a grant in order; the waiter that accepts, or null if the first that still waits does not. */
    @Nullable
    Waiter<O> offer(O grant) {
        if (!waitedFor) {
            return null;
        }
        return this.<@Nullable Waiter<O>>guarded(() -> {
            for (Waiter<O> waiter : waiters) {
                Waiter.Reply reply = waiter.offer(grant);
                if (reply != Waiter.Reply.LEAVES) {
                    return reply == Waiter.Reply.ACCEPTS ? waiter : null;
                }
            }
            return null;
        });
    }

    /** A waiter has the lock in place of another handle of this client. */
    void handedOff(Waiter<O> waiter) {
        guarded(() -> {
            remove(waiter);
            holder = waiter.caller();
            return waiter;
        });
    }

    /** A caller that stood in no queue has a lock that this client retained. */
    void acquiredAgain(Thread caller) {
        guarded(() -> holder = caller);
    }

    boolean hasWaiters() {
        return waitedFor;
    }

    /** Whether a waiter is the first; null stands for a try, which is next if there are no waiters. */
    boolean isNext(@Nullable Waiter<O> waiter) {
        return waitedFor ? guarded(() -> head() == waiter) : waiter == null;
    }

    void freed() {
        guarded(() -> held--);
    }

    /** The thread that acquired the lock for this client; null if this client does not hold it. */
    @Nullable
    Thread holder() {
        return this.<@Nullable Thread>guarded(() -> held > 0 ? holder : null);
    }

    int demand() {
        return guarded(() -> demand);
    }

    /** Removes a waiter that leaves without the lock, and returns the waiters to wake. */
    Collection<Waiter<O>> leave(Waiter<O> waiter) {
        return guarded(() -> {
            remove(waiter);
            return next();
        });
    }

    /** The waiters to wake once the end of a hold is done: the head, or those that wait for a look that never comes. */
    Collection<Waiter<O>> wakeNext() {
        return guarded(this::next);
    }

    boolean isRetired() {
        return retired;
    }

    private Collection<Waiter<O>> next() {
        if (isIdle()) {
            retired = true;
            return takeCurious();
        }
        Waiter<O> head = head();
        return held > 0 || head == null ? List.of() : List.of(head);
    }

    private @Nullable Waiter<O> head() {
        Iterator<Waiter<O>> first = waiters.iterator();
        return first.hasNext() ? first.next() : null;
    }

    /** Neither held nor waited for: the end of a hold may still be under way. */
    private boolean isIdle() {
        return held == 0 && waiters.isEmpty();
    }

    private LastLook known() {
        if (held > 0) {
            return LastLook.TAKEN;
        }
        Waiter<O> head = head();
        return lastLook.isKnown() || head == null || head.asksSoon() ? lastLook : LastLook.unasked();
    }

    private Collection<Waiter<O>> takeCurious() {
        if (curious.isEmpty()) {
            return List.of();
        }
        List<Waiter<O>> taken = List.copyOf(curious);
        curious.clear();
        return taken;
    }

    private void remove(Waiter<O> waiter) {
        if (head() == waiter) {
            lastLook = LastLook.NONE;
        }
        waiters.remove(waiter);
        waitedFor = !waiters.isEmpty();
        curious.remove(waiter);
    }
}
