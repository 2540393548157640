// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.request;

import java.time.Duration;

/** What the queues of locks in Redis have to know of a client. Immutable; nobody changes its bytes. */
public final class RedisQueueMembership {

    private final RedisKeys own;
    private final boolean countsListeners;
    private final byte[] channelBytes;
    private final byte[] queueTtlMillis;

    private RedisQueueMembership(RedisKeys own, boolean countsListeners, Duration queueTtl) {
        this.own = own;
        this.countsListeners = countsListeners;
        channelBytes = own.channelBytes();
        queueTtlMillis = RedisBytes.of(queueTtl.toMillis());
    }

    /**
     * The membership of a new client.
     *
     * @param countsListeners whether the server knows all subscribers of a channel; a node of a cluster does not, since they
     *     may be connected to other nodes
     * @param pollFallback how often its waiters look at least
     */
    public static RedisQueueMembership create(String prefix, boolean countsListeners, Duration pollFallback) {
        return new RedisQueueMembership(
                RedisKeys.ofClient(prefix),
                countsListeners,
                pollFallback.multipliedBy(2).plusMinutes(1));
    }

    /** A key that never exists and the channel on which the client receives messages; both belong to this client alone. */
    public RedisKeys own() {
        return own;
    }

    byte[] channelBytes() {
        return channelBytes;
    }

    /** What acquiring a lock has as keys. */
    byte[][] keysToAcquire(RedisKeys lock) {
        return countsListeners ? lock.lockTokenAndQueue() : lock.lockTokenQueueAndLooks();
    }

    /** What releasing a lock, or leaving its queue, has as keys. */
    byte[][] keysToEnd(RedisKeys lock) {
        return countsListeners ? lock.lockAndQueue() : lock.lockQueueAndLooks();
    }

    /** How long a queue is kept that no waiter of this client has looked at. */
    byte[] queueTtlMillis() {
        return queueTtlMillis;
    }
}
