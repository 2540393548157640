// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.queue;

import dev.interlock.LockName;
import dev.interlock.internal.machine.Machine;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The local queues of one client, by name. Of the waiters for one name only the head may ask the store, and only while
 * this client does not hold the lock: so there is no herd inside a JVM, and its waiters are served in order. An answer to
 * the head is passed on to the others, and nothing else is: a waiter does not make a name taken (decision 20). A name is
 * known only while it is held or waited for. Thread-safe.
 *
 * @param <O> what a holder offers to the next waiter
 */
public final class LocalQueues<O> {

    private final Machine machine;
    private final ConcurrentHashMap<LockName, LocalQueue<O>> queues = new ConcurrentHashMap<>();

    public LocalQueues(Machine machine) {
        this.machine = machine;
    }

    /** Appends a waiter. */
    public void join(Waiter<O> waiter) {
        LocalQueue<O> queue = queue(waiter.name());
        while (!queue.join(waiter)) {
            queues.remove(waiter.name(), queue);
            queue = queue(waiter.name());
        }
    }

    /** Null if the waiter may ask the store now, else what is known of the lock instead. */
    @Nullable
    public LastLook aheadOf(Waiter<O> waiter) {
        LocalQueue<O> queue = queues.get(waiter.name());
        return queue == null ? LastLook.NONE : queue.aheadOf(waiter);
    }

    /**
     * The same for a try that does not wait. It asks if there is no waiter ahead, or if the look of the head failed or is
     * not even on its way, which says nothing of the lock. While the head's look is on its way the try waits for its end,
     * rather than overtake.
     */
    @Nullable
    public LastLook aheadOfTry(LockName name) {
        LocalQueue<O> queue = queues.get(name);
        return queue == null ? null : queue.aheadOfTry();
    }

    /** Notifies a waiter of the end of the head's look, at once if that is known; wakes it if there is no head any more. */
    public void awaitLook(Waiter<O> waiter) {
        LocalQueue<O> queue = queues.get(waiter.name());
        LastLook look = queue == null ? null : queue.awaitLook(waiter);
        if (look == null) {
            waiter.wake();
        } else if (look.isKnown()) {
            waiter.onLook(look);
        }
    }

    /** The head has asked the store and was not granted the lock; what others say of it is not passed on. */
    public void looked(Waiter<O> head, LastLook look) {
        LocalQueue<O> queue = queues.get(head.name());
        if (queue != null) {
            queue.looked(head, look).forEach(waiter -> waiter.onLook(look));
        }
    }

    /** The thread that acquired the lock for this client; null if this client does not hold it. */
    @Nullable
    public Thread holder(LockName name) {
        LocalQueue<O> queue = queues.get(name);
        return queue == null ? null : queue.holder();
    }

    /** How many callers of this client wanted a name at once of late. */
    public int demand(LockName name) {
        LocalQueue<O> queue = queues.get(name);
        return queue == null ? 0 : queue.demand();
    }

    /** Turns a waiter, or a try that never queued, into the holder. */
    public void granted(Waiter<O> waiter) {
        granted(waiter.name(), waiter, waiter.caller());
    }

    /** The same for a grant that no waiter asked for. */
    public void granted(LockName name, Thread caller) {
        granted(name, null, caller);
    }

    private void granted(LockName name, @Nullable Waiter<O> waiter, Thread caller) {
        LocalQueue<O> queue = queue(name);
        Collection<Waiter<O>> notified = queue.granted(waiter, caller);
        while (notified == null) {
            queues.remove(name, queue);
            queue = queue(name);
            notified = queue.granted(waiter, caller);
        }
        notified.forEach(each -> each.onLook(LastLook.TAKEN));
    }

    /**
     * Offers the grant of a holder to the waiter that came first; false if it does not accept, or there is none. The name
     * stays held, and the waiter that accepts reports it by {@link #handedOff}.
     */
    public boolean offer(LockName name, O grant) {
        LocalQueue<O> queue = queues.get(name);
        Waiter<O> next = queue == null ? null : queue.offer(grant);
        if (next == null) {
            return false;
        }
        next.wake();
        return true;
    }

    /** Turns a waiter into the holder in place of another handle of this client. */
    public void handedOff(Waiter<O> waiter) {
        LocalQueue<O> queue = queues.get(waiter.name());
        if (queue != null) {
            queue.handedOff(waiter);
        }
    }

    /** Makes a thread the holder of a lock that this client retained. */
    public void acquiredAgain(LockName name, Thread caller) {
        LocalQueue<O> queue = queues.get(name);
        if (queue != null) {
            queue.acquiredAgain(caller);
        }
    }

    /** Whether a caller of this client waits for the lock. */
    public boolean isWanted(LockName name) {
        LocalQueue<O> queue = queues.get(name);
        return queue != null && queue.hasWaiters();
    }

    /** Whether a waiter is the first of its name; null stands for a try, which is next if there are no waiters. */
    public boolean isNext(LockName name, @Nullable Waiter<O> waiter) {
        LocalQueue<O> queue = queues.get(name);
        return queue != null && queue.isNext(waiter);
    }

    /** The hold of a name has ended: this client does not count as its holder any more. Wakes no waiter yet. */
    public void freed(LockName name) {
        LocalQueue<O> queue = queues.get(name);
        if (queue != null) {
            queue.freed();
        }
    }

    /** Removes a waiter without the lock; the next one may be up. */
    public void leave(Waiter<O> waiter) {
        LocalQueue<O> queue = queues.get(waiter.name());
        if (queue != null) {
            wake(waiter.name(), queue, queue.leave(waiter));
        }
    }

    /** What ended a hold is done: the head may be up. */
    public void wakeNext(LockName name) {
        LocalQueue<O> queue = queues.get(name);
        if (queue != null) {
            wake(name, queue, queue.wakeNext());
        }
    }

    private void wake(LockName name, LocalQueue<O> queue, Collection<Waiter<O>> next) {
        if (queue.isRetired()) {
            queues.remove(name, queue);
        }
        next.forEach(Waiter::wake);
    }

    /** True while nothing is held or waited for. */
    public boolean isEmpty() {
        return queues.isEmpty();
    }

    /** The queue of a name, which may have retired and not be removed yet. */
    private LocalQueue<O> queue(LockName name) {
        LocalQueue<O> known = queues.get(name);
        if (known == null) {
            LocalQueue<O> made = new LocalQueue<>(machine.lock());
            known = queues.putIfAbsent(name, made);
            return known == null ? made : known;
        }
        return known;
    }
}
