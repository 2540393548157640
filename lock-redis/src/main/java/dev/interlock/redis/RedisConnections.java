// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.redis.RedisLockOptions.Pool;
import dev.interlock.redis.RedisLockOptions.Server;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.UnifiedJedis;

/** The connections to Redis: our own, or those of the application's client. Made without I/O. Thread-safe. */
sealed interface RedisConnections extends AutoCloseable {

    UnifiedJedis client();

    /** Subscribes, and returns when no channel is left or throws when the connection breaks. */
    void subscribe(JedisPubSub listener, String... channels);

    /** Breaks the subscription's connection, if it is ours. */
    void cut();

    /** Lets go of connections to a server that is no longer the primary, if they are ours. */
    void refresh();

    @Override
    void close();

    static RedisConnections own(RedisLockOptions options, int silenceMillis) {
        Server server = options.server();
        HostAndPort address = new HostAndPort(server.host(), server.port());
        JedisClientConfig config = config(server, silenceMillis);
        // With a stated protocol the client is made without a connection, and RESP2 is enough for scripts and channels.
        RedisClient client = RedisClient.builder()
                .hostAndPort(address)
                .clientConfig(config)
                .poolConfig(config(options.pool(), server.timeout()))
                .build();
        return new Own(client, address, config, new AtomicReference<>());
    }

    private static JedisClientConfig config(Server server, int silenceMillis) {
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .protocol(RedisProtocol.RESP2)
                .connectionTimeoutMillis(millis(server.connectTimeout(), server.timeout()))
                .socketTimeoutMillis(Math.toIntExact(server.timeout().toMillis()))
                .blockingSocketTimeoutMillis(silenceMillis)
                .user(server.user())
                .password(server.password())
                .database(server.database())
                .clientName(server.clientName());
        // Trusts what the JVM trusts, and verifies the host's name.
        return (server.tls() ? config.sslOptions(SslOptions.defaults()) : config).build();
    }

    /** What a step does on the way to its answer takes no longer than the step may. */
    private static int millis(Duration wanted, Duration limit) {
        return Math.toIntExact(Math.min(wanted.toMillis(), limit.toMillis()));
    }

    private static ConnectionPoolConfig config(Pool pool, Duration limit) {
        ConnectionPoolConfig config = new ConnectionPoolConfig();
        config.setMaxTotal(pool.size());
        config.setMaxIdle(pool.size());
        config.setMinIdle(pool.minIdle());
        config.setMaxWait(Duration.ofMillis(millis(pool.maxWait(), limit)));
        config.setTestOnBorrow(pool.testOnBorrow());
        config.setTestWhileIdle(pool.testWhileIdle());
        config.setJmxEnabled(false);
        return config;
    }

    /**
     * Connections of our own. The subscription's is not from the pool: a pool takes it back even if it
     * is still subscribed.
     */
    record Own(
            RedisClient client,
            HostAndPort address,
            JedisClientConfig config,
            AtomicReference<@Nullable Connection> subscribed)
            implements RedisConnections {

        @Override
        public void subscribe(JedisPubSub listener, String... channels) {
            try (Connection connection = new Connection(address, config)) {
                subscribed.set(connection);
                listener.proceed(connection, channels);
            } finally {
                subscribed.set(null);
            }
        }

        @Override
        public void cut() {
            Connection connection = subscribed.get();
            if (connection != null) {
                try {
                    connection.forceDisconnect();
                } catch (IOException e) {
                    // It is gone either way.
                }
            }
        }

        @Override
        public void refresh() {
            client.getPool().clear();
        }

        @Override
        public void close() {
            client.close();
        }
    }

    /**
     * The connections of the application's client, which is never closed and decides itself how many there are.
     */
    record Borrowed(UnifiedJedis client) implements RedisConnections {

        @Override
        public void subscribe(JedisPubSub listener, String... channels) {
            client.subscribe(listener, channels);
        }

        @Override
        public void cut() {
            // There is no way to reach the connection; the listener's thread ends when the client's owner closes it.
        }

        @Override
        public void refresh() {
            // The client's owner decides what to do about a fail-over.
        }

        @Override
        public void close() {
            // Not ours.
        }
    }
}
