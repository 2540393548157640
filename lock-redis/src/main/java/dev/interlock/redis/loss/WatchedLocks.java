// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.loss;

import dev.interlock.spi.Grant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The locks of a client that are watched, by their keys, and those of them that have to be looked at. Thread-safe. */
final class WatchedLocks {

    private final ReentrantLock guard = new ReentrantLock();
    private final Condition looks = guard.newCondition();
    private final Map<String, Grant> watched = new HashMap<>();
    private final Set<String> changed = new LinkedHashSet<>();
    private boolean closed;

    /** A lock to be looked at. */
    record Look(String key, Grant grant) {}

    /** Adds a lock, which has to be looked at; false if there are to be none any more. */
    boolean add(String key, Grant grant) {
        guard.lock();
        try {
            if (closed) {
                return false;
            }
            watched.put(key, grant);
            changed.add(key);
            looks.signal();
            return true;
        } finally {
            guard.unlock();
        }
    }

    /** Removes a lock, unless a later grant of it is watched. */
    void remove(String key, Grant grant) {
        guard.lock();
        try {
            watched.remove(key, grant);
        } finally {
            guard.unlock();
        }
    }

    boolean isEmpty() {
        guard.lock();
        try {
            return watched.isEmpty();
        } finally {
            guard.unlock();
        }
    }

    /** The lock with this key has changed; all may have, if it is null. */
    void changed(@Nullable String key) {
        guard.lock();
        try {
            if (key == null) {
                changed.addAll(watched.keySet());
            } else if (watched.containsKey(key)) {
                changed.add(key);
            }
            looks.signal();
        } finally {
            guard.unlock();
        }
    }

    /** Waits for a lock that has to be looked at; null if there was none for so long, or there are to be none any more. */
    @Nullable
    Look next(long nanos) {
        guard.lock();
        try {
            long left = nanos;
            while (changed.isEmpty() && left > 0 && !closed) {
                left = looks.awaitNanos(left);
            }
            return closed ? null : first();
        } catch (InterruptedException e) {
            return null;
        } finally {
            guard.unlock();
        }
    }

    private @Nullable Look first() {
        while (!changed.isEmpty()) {
            String key = changed.iterator().next();
            changed.remove(key);
            Grant grant = watched.get(key);
            if (grant != null) {
                return new Look(key, grant);
            }
        }
        return null;
    }

    /** Waits, without a look at any. */
    void pause(long millis) {
        long left = TimeUnit.MILLISECONDS.toNanos(millis);
        guard.lock();
        try {
            while (left > 0 && !closed) {
                left = looks.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            // The pause is over sooner, which costs one more attempt to connect.
        } finally {
            guard.unlock();
        }
    }

    boolean isClosed() {
        guard.lock();
        try {
            return closed;
        } finally {
            guard.unlock();
        }
    }

    void close() {
        guard.lock();
        try {
            closed = true;
            watched.clear();
            looks.signalAll();
        } finally {
            guard.unlock();
        }
    }
}
