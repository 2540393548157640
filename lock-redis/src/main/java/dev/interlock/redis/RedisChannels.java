// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The channels that waiters listen on, and what the server knows of them. A channel counts as confirmed when the server
 * has answered all that was sent about it and the last of that was SUBSCRIBE: counting answers keeps a late one from
 * passing for a newer one. Without I/O. Thread-safe.
 */
final class RedisChannels {

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Channel> channels = new HashMap<>();
    private final Set<Channel> unsent = new LinkedHashSet<>();

    /** A lock's channel while anybody here waits for it. */
    static final class Channel {

        private final String name;
        private final Set<RedisWaiter> waiters = new HashSet<>();
        private boolean subscribed;
        private int unanswered;
        private volatile boolean confirmed;

        private Channel(String name) {
            this.name = name;
        }

        /** Whether the server tells us of releases. */
        boolean confirmed() {
            return confirmed;
        }

        private boolean unknownToServer() {
            return !subscribed && unanswered == 0;
        }
    }

    /** What the server has yet to be told. */
    record Changes(List<String> subscribe, List<String> unsubscribe) {}

    Channel join(RedisWaiter waiter, String name) {
        lock.lock();
        try {
            Channel channel = channels.computeIfAbsent(name, Channel::new);
            channel.waiters.add(waiter);
            if (!channel.subscribed) {
                unsent.add(channel);
            }
            return channel;
        } finally {
            lock.unlock();
        }
    }

    void leave(RedisWaiter waiter, Channel channel) {
        lock.lock();
        try {
            channel.waiters.remove(waiter);
            if (channel.waiters.isEmpty()) {
                unsent.add(channel);
                forgetIfDone(channel);
            }
        } finally {
            lock.unlock();
        }
    }

    private void forgetIfDone(Channel channel) {
        if (channel.waiters.isEmpty() && channel.unknownToServer()) {
            channels.remove(channel.name, channel);
            unsent.remove(channel);
        }
    }

    boolean anyWaiters() {
        lock.lock();
        try {
            return channels.values().stream().anyMatch(channel -> !channel.waiters.isEmpty());
        } finally {
            lock.unlock();
        }
    }

    boolean anyUnsent() {
        lock.lock();
        try {
            return !unsent.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** What is to be sent now; counts as sent from here on. */
    Changes takeUnsent() {
        lock.lock();
        try {
            Changes changes = new Changes(new ArrayList<>(), new ArrayList<>());
            for (Channel channel : unsent) {
                boolean wanted = !channel.waiters.isEmpty();
                if (wanted != channel.subscribed) {
                    channel.subscribed = wanted;
                    channel.confirmed = false;
                    channel.unanswered++;
                    (wanted ? changes.subscribe : changes.unsubscribe).add(channel.name);
                }
            }
            unsent.clear();
            return changes;
        } finally {
            lock.unlock();
        }
    }

    /** The channels for a new connection; they count as sent from here on. */
    List<String> takeAll() {
        lock.lock();
        try {
            reset();
            return takeUnsent().subscribe;
        } finally {
            lock.unlock();
        }
    }

    /** The connection is gone. */
    List<RedisWaiter> disconnected() {
        lock.lock();
        try {
            reset();
            return channels.values().stream().flatMap(c -> c.waiters.stream()).toList();
        } finally {
            lock.unlock();
        }
    }

    private void reset() {
        for (Channel channel : List.copyOf(channels.values())) {
            channel.subscribed = false;
            channel.confirmed = false;
            channel.unanswered = 0;
            unsent.add(channel);
            forgetIfDone(channel);
        }
    }

    /** The server has answered the oldest unanswered message about a channel. Returns whom that lets look again. */
    List<RedisWaiter> answered(String name) {
        lock.lock();
        try {
            Channel channel = channels.get(name);
            if (channel == null || --channel.unanswered > 0) {
                return List.of();
            }
            forgetIfDone(channel);
            channel.confirmed = channel.subscribed;
            return channel.confirmed ? List.copyOf(channel.waiters) : List.of();
        } finally {
            lock.unlock();
        }
    }

    List<RedisWaiter> waiters(String name) {
        lock.lock();
        try {
            Channel channel = channels.get(name);
            return channel == null ? List.of() : List.copyOf(channel.waiters);
        } finally {
            lock.unlock();
        }
    }

    /** How many channels are known, for tests: zero when nobody waits and the server has answered. */
    int size() {
        lock.lock();
        try {
            return channels.size();
        } finally {
            lock.unlock();
        }
    }
}
