// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockSettings;
import dev.interlock.redis.connection.JedisVersion;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import java.util.Set;

/**
 * Opens {@code redis-cluster://[user[:password]@]host[:port],host[:port]?name=value&...}, and {@code rediss-cluster:} for
 * TLS. The options are those of {@link RedisLockOptions}, but for the database, which is always 0 in a cluster. Thread-safe.
 */
public final class RedisClusterBackendProvider implements LockBackendProvider {

    /** For the service loader. */
    public RedisClusterBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("redis-cluster:", "rediss-cluster:");
    }

    @Override
    public LockBackend open(LockSettings settings) {
        RedisSettings.OfCluster read = RedisSettings.ofCluster(settings);
        // Once more around the backend's own look, since without any Jedis its class cannot even be loaded.
        return JedisVersion.checked(() -> RedisLockBackend.routing(read.cluster(), read.options()));
    }
}
