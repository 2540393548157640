// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockSettings;
import dev.interlock.redis.connection.JedisVersion;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisSentinels;
import dev.interlock.redis.options.RedisSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import java.util.Set;

/**
 * Opens {@code redis-sentinel://[user[:password]@]host[:port],host[:port]/primary?name=value&...}, and
 * {@code rediss-sentinel:} for TLS to the Sentinels and to the servers. User and password are those of the servers. The
 * options are those of {@link RedisLockOptions} and {@link RedisSentinels}. Thread-safe.
 */
public final class RedisSentinelBackendProvider implements LockBackendProvider {

    /** For the service loader. */
    public RedisSentinelBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("redis-sentinel:", "rediss-sentinel:");
    }

    @Override
    public LockBackend open(LockSettings settings) {
        RedisSettings.OfSentinels read = RedisSettings.ofSentinels(settings);
        // Once more around the backend's own look, since without any Jedis its class cannot even be loaded.
        return JedisVersion.checked(() -> RedisLockBackend.following(read.sentinels(), read.options()));
    }
}
