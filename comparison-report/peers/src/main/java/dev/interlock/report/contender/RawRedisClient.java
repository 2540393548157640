// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.net.URI;
import java.time.Duration;
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
record RawRedisClient(RedisClient client, String release, Duration lease) implements OpenClient {

    private static final String COMPARE_AND_DELETE =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

    static OpenClient open(StoreAddress address, Limits limits) {
        URI uri = URI.create(address.uri());
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(limits.connections());
        pool.setMaxIdle(limits.connections());
        pool.setJmxEnabled(false);
        RedisClient client = RedisClient.builder()
                .hostAndPort(new HostAndPort(uri.getHost(), uri.getPort()))
                .clientConfig(DefaultJedisClientConfig.builder(uri).resp2().build())
                .poolConfig(pool)
                .build();
        return new RawRedisClient(client, client.scriptLoad(COMPARE_AND_DELETE), limits.lease());
    }

    @Override
    public NamedLock lock(String name) {
        return new NamedLock() {
            private final SetParams once = SetParams.setParams().nx().px(lease.toMillis());
            private final List<String> keys = List.of(name);
            private String id = "";

            @Override
            public boolean acquire(Duration limit) {
                ThreadLocalRandom random = ThreadLocalRandom.current();
                id = HexFormat.of().toHexDigits(random.nextLong())
                        + HexFormat.of().toHexDigits(random.nextLong());
                return "OK".equals(client.set(name, id, once));
            }

            @Override
            public void release() {
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
