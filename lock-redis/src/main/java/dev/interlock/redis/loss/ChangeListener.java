// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.loss;

import dev.interlock.redis.connection.TrackedKeys;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.exceptions.JedisException;

/** Hears on a connection which keys have changed, on a thread of its own, until the connection breaks. */
final class ChangeListener extends JedisPubSub {

    private static final int MAX_UNANSWERED = 2;
    private static final Logger LOG = LoggerFactory.getLogger(ChangeListener.class);

    private final TrackedKeys keys;
    private final WatchedLocks locks;
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile boolean open;
    private volatile boolean ended;

    ChangeListener(TrackedKeys keys, WatchedLocks locks) {
        this.keys = keys;
        this.locks = locks;
    }

    void start() {
        new DaemonThreads("interlock-redis-changes").newThread(this::listen).start();
    }

    private void listen() {
        try {
            keys.listen(this);
        } catch (JedisException e) {
            LOG.debug("the connection on which changes of locks are told has ended", e);
        } finally {
            ended = true;
            locks.changed(null);
        }
    }

    /** Asks for any answer; false if the connection has ended, or did not answer the last times. */
    boolean ask() {
        if (ended || unanswered.getAndIncrement() >= MAX_UNANSWERED) {
            return false;
        }
        if (open) {
            subscribe(TrackedKeys.CHANNEL);
        }
        return true;
    }

    boolean hasEnded() {
        return ended;
    }

    @Override
    public void onSubscribe(String channel, int subscribed) {
        unanswered.set(0);
        if (!open) {
            open = true;
            // What changed before was told to no connection.
            locks.changed(null);
        }
    }

    @Override
    public void onMessage(String channel, @Nullable String key) {
        locks.changed(key);
    }
}
