// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** The client of an application, made of what all versions of Jedis have, since its name changes with them. */
public final class ApplicationClient {

    private ApplicationClient() {}

    /** On a server that stays open. */
    public static UnifiedJedis of(RedisServer server) {
        return of(provider(server, 8));
    }

    static UnifiedJedis of(PooledConnectionProvider provider) {
        return resending(provider, 1);
    }

    /** A client that sends a command a given number of times. */
    @SuppressWarnings("deprecation") // What replaces it is not in all versions.
    static UnifiedJedis resending(PooledConnectionProvider provider, int times) {
        return new UnifiedJedis(provider, times, Duration.ofMinutes(1));
    }

    static PooledConnectionProvider provider(RedisServer server, int connections) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(connections);
        return new PooledConnectionProvider(
                new HostAndPort(server.host(), server.port()),
                DefaultJedisClientConfig.builder().build(),
                pool);
    }
}
