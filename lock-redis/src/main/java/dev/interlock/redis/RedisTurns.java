// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Who of this client waits in the queue of a lock in Redis, by attempt, and what the server tells of them on the
 * client's channel. Without I/O. Thread-safe.
 */
final class RedisTurns {

    private final Map<String, Waiter> waiters = new ConcurrentHashMap<>();
    private volatile BiConsumer<String, String> unwanted = (attempt, lock) -> {};

    /** One who waits. Its calls come from the subscription's thread and return at once. */
    interface Waiter extends RedisWaiter {

        /** The lock was kept for another: look after a while whether that one took it, unless told anew. */
        void watch();
    }

    /** What to do with a turn for an attempt that does not wait any more: the attempt, and the lock's key. */
    void onUnwanted(BiConsumer<String, String> action) {
        unwanted = action;
    }

    void join(String attempt, Waiter waiter) {
        waiters.put(attempt, waiter);
    }

    void leave(String attempt) {
        waiters.remove(attempt);
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    List<Waiter> everybody() {
        return List.copyOf(waiters.values());
    }

    /** A message as queue.lua sends it. Anybody may have sent it: the worst is that somebody looks in vain. */
    void told(String message) {
        String[] words = message.split(" ", 3);
        Waiter waiter = words.length < 2 ? null : waiters.get(words[1]);
        if (waiter != null && words[0].equals("watch")) {
            waiter.watch();
        } else if (waiter != null) {
            waiter.wake();
        } else if (words.length == 3) {
            unwanted.accept(words[1], words[2]);
        }
    }
}
