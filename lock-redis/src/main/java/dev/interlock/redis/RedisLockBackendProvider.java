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
 * Opens {@code redis://[user[:password]@]host[:port][/database]?name=value&...}, and {@code rediss:} for TLS. The
 * options are those of {@link RedisLockOptions}. Thread-safe.
 */
public final class RedisLockBackendProvider implements LockBackendProvider {

    /** For the service loader. */
    public RedisLockBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("redis:", "rediss:");
    }

    @Override
    public LockBackend open(LockSettings settings) {
        RedisLockOptions options = RedisSettings.ofServer(settings);
        // Once more around the backend's own look, since without any Jedis its class cannot even be loaded.
        return JedisVersion.checked(() -> RedisLockBackend.connecting(options));
    }
}
