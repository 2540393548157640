// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import java.net.URI;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/**
 * The driver alone, over a pool: a key that is set only if absent and expires, and a script that deletes it if the
 * owner still has it. It cannot wait.
 */
record RawRedisClient(RedisClient client, String release) implements OpenClient {

    private static final String COMPARE_AND_DELETE =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

    static RawRedisClient open(StoreAddress address) {
        URI uri = URI.create(address.uri());
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(Limits.CONNECTIONS);
        pool.setMaxIdle(Limits.CONNECTIONS);
        pool.setJmxEnabled(false);
        RedisClient client = RedisClient.builder()
                .hostAndPort(new HostAndPort(uri.getHost(), uri.getPort()))
                .clientConfig(DefaultJedisClientConfig.builder(uri).resp2().build())
                .poolConfig(pool)
                .build();
        return new RawRedisClient(client, client.scriptLoad(COMPARE_AND_DELETE));
    }

    @Override
    public NamedLock named(String name) {
        return new NamedLock() {
            private final SetParams once = SetParams.setParams().nx().px(Limits.LEASE.toMillis());
            private final List<String> keys = List.of(name);
            private String id = "";

            @Override
            public void lock() {
                ThreadLocalRandom random = ThreadLocalRandom.current();
                id = HexFormat.of().toHexDigits(random.nextLong())
                        + HexFormat.of().toHexDigits(random.nextLong());
                if (!"OK".equals(client.set(name, id, once))) {
                    throw new IllegalStateException("'" + name + "' was not granted");
                }
            }

            @Override
            public void unlock() {
                if (!Long.valueOf(1).equals(client.evalsha(release, keys, List.of(id)))) {
                    throw new IllegalStateException("'" + name + "' was not released");
                }
            }
        };
    }

    @Override
    public void close() {
        client.close();
    }
}
