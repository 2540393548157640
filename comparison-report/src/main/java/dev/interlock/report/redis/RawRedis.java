// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.testbed.server.RedisServer;
import java.net.URI;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;

/**
 * The driver without the library, with the same number and configuration of connections as the library: the protocol is
 * part of the baseline.
 *
 * @param client the driver's client
 */
record RawRedis(RedisClient client) implements AutoCloseable {

    RawRedis(RedisServer server) {
        this(RedisClient.builder()
                .hostAndPort(server.host(), server.port())
                .clientConfig(DefaultJedisClientConfig.builder(URI.create(server.uri()))
                        .resp2()
                        .build())
                .poolConfig(pool())
                .build());
    }

    /** For the same number of connections as the library has. */
    static ConnectionPoolConfig pool() {
        int size = RedisLockOptions.STANDARD.pool().size();
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(size);
        pool.setMaxIdle(size);
        pool.setJmxEnabled(false);
        return pool;
    }

    @Override
    public void close() {
        client.close();
    }
}
