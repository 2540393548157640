// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisPubSub;

/**
 * The connection of the subscription, one at a time. It is not from a pool: a pool takes it back even if it is still
 * subscribed. Thread-safe.
 */
final class SubscribedSocket {

    private final JedisClientConfig config;
    private final AtomicReference<@Nullable Subscribed> subscribed = new AtomicReference<>();

    /** The socket, and where it leads. */
    private record Subscribed(CuttableSocket socket, HostAndPort address) {}

    SubscribedSocket(JedisClientConfig config) {
        this.config = config;
    }

    /** Subscribes at a server, and returns when no channel is left or throws when the connection breaks. */
    void listen(HostAndPort address, JedisPubSub listener, String... channels) {
        CuttableSocket socket = new CuttableSocket(address, config);
        subscribed.set(new Subscribed(socket, address));
        try (Connection connection = new Connection(socket, config)) {
            listener.proceed(connection, channels);
        } finally {
            subscribed.set(null);
        }
    }

    /** Breaks the connection. */
    void cut() {
        cutUnless(address -> false);
    }

    /** Breaks the connection if its server publishes no longer. */
    void cutUnless(Predicate<HostAndPort> isRight) {
        Subscribed now = subscribed.get();
        if (now != null && !isRight.test(now.address)) {
            now.socket.cut();
        }
    }
}
