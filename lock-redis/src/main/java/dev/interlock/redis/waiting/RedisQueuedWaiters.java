// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.waiting;

import dev.interlock.redis.request.QueuedAttempt;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The waiters of this client in server queues, by attempt, and the messages about them on the client's channel. Without
 * I/O. Thread-safe.
 */
public final class RedisQueuedWaiters {

    private final Map<String, Waiter> waiters = new ConcurrentHashMap<>();
    private volatile Consumer<String> unwanted = attempt -> {};
    private Iterator<Waiter> round = Collections.emptyIterator();

    /** A waiter in a queue. */
    interface Waiter extends RedisWaiter {

        /** Its attempt, and the lock that it waits for. */
        QueuedAttempt queued();
    }

    /** Sets the action for a lock that is reserved for an attempt that does not wait. */
    public void onUnwanted(Consumer<String> action) {
        unwanted = action;
    }

    void join(Waiter waiter) {
        waiters.put(waiter.queued().id(), waiter);
    }

    void leave(Waiter waiter) {
        waiters.remove(waiter.queued().id());
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    List<Waiter> all() {
        return List.copyOf(waiters.values());
    }

    /** The next waiters of a round over all of them. For one thread at a time. */
    List<Waiter> next(int most) {
        if (!round.hasNext()) {
            round = waiters.values().iterator();
        }
        List<Waiter> some = new ArrayList<>();
        while (some.size() < most && round.hasNext()) {
            some.add(round.next());
        }
        return some;
    }

    /** Takes a message as queue.lua publishes it. Any client may have sent it: at worst a waiter looks without need. */
    void received(String message) {
        String[] words = message.split(" ", 2);
        if (words.length < 2 || !words[0].equals("turn")) {
            return;
        }
        Waiter waiter = waiters.get(words[1]);
        if (waiter != null) {
            waiter.wake();
        } else {
            unwanted.accept(words[1]);
        }
    }
}
