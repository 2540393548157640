// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.waiting;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The channels that waiters listen on, and what the server knows of them. A channel stays subscribed for a while after
 * its last waiter has left, since the next waiter for the same lock often follows at once. A channel counts as
 * confirmed when the server has answered every message about it and the last one was SUBSCRIBE. Counting the answers
 * keeps a late one from being taken for a newer one. Without I/O. Thread-safe.
 */
public final class RedisChannels {

    /** A channel without waiters is unsubscribed after so many runs of {@link #sweep} without use. */
    private static final int MAX_UNUSED_SWEEPS = 2;

    /** The most channels that stay subscribed without waiters; more are unsubscribed at once. */
    static final int MAX_LINGERING = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Channel> channels = new HashMap<>();
    private volatile boolean any;
    private int lingering;
    private final Set<Channel> unsent = new LinkedHashSet<>();

    /** A lock's channel while it has waiters here. */
    public static final class Channel {

        private final String name;
        private final Set<RedisWaiter> waiters = new HashSet<>();
        private boolean subscribed;
        private int unanswered;
        private boolean lingering;
        private int unusedSweeps;
        private volatile boolean used;
        private volatile boolean confirmed;

        private Channel(String name) {
            this.name = name;
        }

        /** Whether the server reports releases to this client. */
        public boolean confirmed() {
            return confirmed;
        }

        /** Marks the channel as used: a waiter found the lock taken and may have to rest. */
        public void used() {
            used = true;
        }

        private boolean unknownToServer() {
            return !subscribed && unanswered == 0;
        }
    }

    /** The messages that the server has yet to receive. */
    record Changes(List<String> subscribe, List<String> unsubscribe) {}

    Channel join(RedisWaiter waiter, String name) {
        lock.lock();
        try {
            Channel channel = channels.computeIfAbsent(name, Channel::new);
            any = true;
            add(waiter, channel);
            if (!channel.subscribed) {
                unsent.add(channel);
            }
            return channel;
        } finally {
            lock.unlock();
        }
    }

    /** Joins a channel if the server already reports releases there. Returns null otherwise, and changes nothing. */
    @Nullable
    Channel joinConfirmed(RedisWaiter waiter, Supplier<String> name) {
        if (!any) {
            return null;
        }
        String wanted = name.get();
        lock.lock();
        try {
            Channel channel = channels.get(wanted);
            if (channel == null || !channel.confirmed) {
                return null;
            }
            add(waiter, channel);
            return channel;
        } finally {
            lock.unlock();
        }
    }

    private void add(RedisWaiter waiter, Channel channel) {
        channel.waiters.add(waiter);
        setLingering(channel, false);
    }

    private void setLingering(Channel channel, boolean lingers) {
        if (channel.lingering != lingers) {
            channel.lingering = lingers;
            lingering += lingers ? 1 : -1;
        }
    }

    void leave(RedisWaiter waiter, Channel channel) {
        lock.lock();
        try {
            channel.waiters.remove(waiter);
            if (channel.waiters.isEmpty()) {
                if (channel.confirmed && lingering < MAX_LINGERING) {
                    setLingering(channel, true);
                } else {
                    unsent.add(channel);
                    forgetIfDone(channel);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Unsubscribes from channels that were not used for a while; to be called now and then. */
    void sweep() {
        lock.lock();
        try {
            for (Channel channel : channels.values()) {
                channel.unusedSweeps = channel.used ? 0 : channel.unusedSweeps + 1;
                channel.used = false;
                if (channel.lingering && channel.unusedSweeps >= MAX_UNUSED_SWEEPS) {
                    setLingering(channel, false);
                    unsent.add(channel);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void forgetIfDone(Channel channel) {
        if (channel.waiters.isEmpty() && channel.unknownToServer()) {
            channels.remove(channel.name, channel);
            any = !channels.isEmpty();
            unsent.remove(channel);
            setLingering(channel, false);
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

    /** The messages to send now; they count as sent from here on. */
    Changes takeUnsent() {
        lock.lock();
        try {
            Changes changes = new Changes(new ArrayList<>(), new ArrayList<>());
            for (Channel channel : unsent) {
                boolean wanted = !channel.waiters.isEmpty() || channel.lingering;
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
            return allWaiters();
        } finally {
            lock.unlock();
        }
    }

    /** All waiters, on all channels. */
    List<RedisWaiter> waiters() {
        lock.lock();
        try {
            return allWaiters();
        } finally {
            lock.unlock();
        }
    }

    private List<RedisWaiter> allWaiters() {
        return channels.values().stream().flatMap(c -> c.waiters.stream()).toList();
    }

    private void reset() {
        for (Channel channel : List.copyOf(channels.values())) {
            setLingering(channel, false);
            channel.subscribed = false;
            channel.confirmed = false;
            channel.unanswered = 0;
            unsent.add(channel);
            forgetIfDone(channel);
        }
    }

    /**
     * Takes the server's answer to the oldest unanswered message about a channel. Returns the waiters that should look
     * again.
     */
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

    /** How many channels are known, for tests: zero when there are no waiters and the server has answered. */
    int size() {
        lock.lock();
        try {
            return channels.size();
        } finally {
            lock.unlock();
        }
    }
}
