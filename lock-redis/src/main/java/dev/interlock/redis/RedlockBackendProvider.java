// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockSettings;
import dev.interlock.redis.connection.JedisVersion;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisSettings;
import dev.interlock.redis.options.RedlockServers;
import dev.interlock.redis.redlock.RedlockBackend;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import java.util.Set;

/**
 * Opens {@code redlock:redis://[user[:password]@]host[:port][/database],redis://...,redis://...?name=value&...}, with
 * {@code rediss://} for TLS. Each server can have a login and a database of its own; the options follow the last one and
 * are for all of them: those of {@link RedisLockOptions} and {@link RedlockServers}. Thread-safe.
 */
public final class RedlockBackendProvider implements LockBackendProvider {

    /** For the service loader. */
    public RedlockBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("redlock:");
    }

    @Override
    public LockBackend open(LockSettings settings) {
        RedisSettings.OfRedlock read = RedisSettings.ofRedlock(settings);
        // Once more around the backend's own look, since without any Jedis its class cannot even be loaded.
        return JedisVersion.checked(() -> RedlockBackend.over(read.servers(), read.options()));
    }
}
