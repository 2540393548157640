// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockSettings;
import dev.interlock.redis.RedisLockOptions.Server;
import dev.interlock.redis.RedisSentinels.Address;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.spi.StoreOptions;
import dev.interlock.spi.StoreUri;
import java.util.List;
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
        Read read = read(settings);
        // Once more around the backend's own look, since without any Jedis its class cannot even be loaded.
        return JedisFit.tried(() -> RedisLockBackend.following(read.sentinels, read.options));
    }

    /** What a connection string says. */
    record Read(RedisSentinels sentinels, RedisLockOptions options) {}

    static Read read(LockSettings settings) {
        StoreUri uri = StoreUri.parseWithHost(settings.uri());
        StoreOptions options = new StoreOptions(uri.options(), settings.options());
        List<Address> addresses = RedisLockBackendProvider.addresses(uri, RedisSentinels.STANDARD_PORT, Address::new);
        RedisSentinels sentinels = new RedisSentinels(
                addresses, uri.path(), options.text("sentinelUser", null), options.text("sentinelPassword", null));
        Server server = RedisLockBackendProvider.server(uri, options, Server.STANDARD.host(), 0);
        RedisLockOptions read = RedisLockBackendProvider.read(server, options);
        options.refuseUnknown();
        return new Read(sentinels, read);
    }
}
