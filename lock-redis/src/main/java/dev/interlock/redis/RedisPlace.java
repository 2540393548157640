// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.spi.AttemptId;
import java.time.Duration;

/** What the queues of locks in Redis have to know of a client. Immutable; nobody changes its bytes. */
final class RedisPlace {

    private final String channel;
    private final byte[] channelBytes;
    private final byte[] counts;
    private final byte[] queueTtlMillis;

    private RedisPlace(String channel, boolean countsListeners, Duration queueTtl) {
        this.channel = channel;
        channelBytes = RedisBytes.of(channel);
        counts = RedisBytes.of(countsListeners ? 1 : 0);
        queueTtlMillis = RedisBytes.of(queueTtl.toMillis());
    }

    /**
     * The place of a new client.
     *
     * @param countsListeners whether nobody listens on a channel of whose listeners the server counts none; not so in a
     *     cluster, where they may be connected to other nodes
     * @param pollFallback how often its waiters look at least
     */
    static RedisPlace create(String prefix, boolean countsListeners, Duration pollFallback) {
        RedisKeys own =
                RedisKeys.reserved(prefix, "client-" + AttemptId.random().text());
        return new RedisPlace(
                own.channel(), countsListeners, pollFallback.multipliedBy(2).plusMinutes(1));
    }

    /** Where the client is told that the turn has come to one of its attempts; its own. */
    String channel() {
        return channel;
    }

    byte[] channelBytes() {
        return channelBytes;
    }

    /** 1 if listeners are counted, else 0. */
    byte[] counts() {
        return counts;
    }

    /** How long a queue is kept that no waiter of this client has looked at. */
    byte[] queueTtlMillis() {
        return queueTtlMillis;
    }
}
