// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.request;

import java.time.Duration;

/**
 * The membership of a client in the server queues: what their scripts need of it. Immutable; its bytes are never
 * changed.
 */
public final class RedisQueueMembership {

    private final RedisKeys own;
    private final boolean countsListeners;
    private final byte[] channelBytes;
    private final byte[] recallBytes;
    private final byte[] queueTtlMillis;

    private RedisQueueMembership(RedisKeys own, boolean countsListeners, Duration queueTtl) {
        this.own = own;
        this.countsListeners = countsListeners;
        channelBytes = own.channelBytes();
        recallBytes = RedisBytes.of(RedisValue.RECALL + own.channel() + RedisValue.RECALL);
        queueTtlMillis = RedisBytes.of(queueTtl.toMillis());
    }

    /**
     * The membership of a new client.
     *
     * @param countsListeners whether the server knows all subscribers of a channel; a node of a cluster does not, since
     *     they may be connected to other nodes
     * @param pollFallback how often its waiters look at least
     */
    public static RedisQueueMembership create(String prefix, boolean countsListeners, Duration pollFallback) {
        return new RedisQueueMembership(
                RedisKeys.ofClient(prefix),
                countsListeners,
                pollFallback.multipliedBy(2).plusMinutes(1));
    }

    /**
     * A key that never exists, and the channel on which the client receives messages. Both belong to this client alone.
     */
    public RedisKeys own() {
        return own;
    }

    byte[] channelBytes() {
        return channelBytes;
    }

    /** What stands before the hint of a lock whose holder wants to be told if another client wants it. */
    byte[] recallBytes() {
        return recallBytes;
    }

    /** The keys of the script that acquires a lock. */
    byte[][] keysToAcquire(RedisKeys lock) {
        return countsListeners ? lock.lockTokenAndQueue() : lock.lockTokenQueueAndLooks();
    }

    /** The keys of the scripts that release a lock or leave its queue. */
    byte[][] keysToEnd(RedisKeys lock) {
        return countsListeners ? lock.lockAndQueue() : lock.lockQueueAndLooks();
    }

    /** How long the server keeps a queue that no waiter of this client has checked. */
    byte[] queueTtlMillis() {
        return queueTtlMillis;
    }
}
