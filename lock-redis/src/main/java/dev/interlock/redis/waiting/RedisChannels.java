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
 * The channels that waiters listen on, and what the server knows of them. A channel stays subscribed for a while when its
 * last waiter has left, since the next one of the same lock often follows at once. A channel counts as confirmed when the server
 * has answered all that was sent about it and the last of that was SUBSCRIBE: counting answers keeps a late one from
 * passing for a newer one. Without I/O. Thread-safe.
 */
public final class RedisChannels {

    /** After so many looks by {@link #sweep} in which nobody had to wait, a channel without waiters is left. */
    private static final int MAX_UNUSED_SWEEPS = 2;

    /** So many channels without waiters stay at most: those that come to be so later are left at once. */
    static final int MAX_LINGERING = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Channel> channels = new HashMap<>();
    private volatile boolean any;
    private int lingering;
    private final Set<Channel> unsent = new LinkedHashSet<>();

    /** A lock's channel while anybody here waits for it. */
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

        /** Whether the server tells us of releases. */
        public boolean confirmed() {
            return confirmed;
        }

        /** Somebody was told of it that the lock is taken, and so may have to wait here. */
        public void used() {
            used = true;
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

    /** Joins a channel if the server tells us of releases there already; else null, and nothing has changed. */
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

    /** Lets go of channels that nobody has needed for a while; to be called now and then. */
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

    /** What is to be sent now; counts as sent from here on. */
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

    /** Whoever waits, on whichever channel. */
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
