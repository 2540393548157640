// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockSettings;
import dev.interlock.redis.RedisLockOptions.Server;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.spi.StoreOptions;
import dev.interlock.spi.StoreUri;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Opens {@code redlock:redis://[user[:password]@]host[:port][/database],redis://...,redis://...?name=value&...}, with
 * {@code rediss://} for TLS. Each server can have a login and a database of its own; the options follow the last one and
 * are for all of them: those of {@link RedisLockOptions} and {@link RedlockServers}. Thread-safe.
 */
public final class RedlockBackendProvider implements LockBackendProvider {

    private static final String SCHEME = "redlock:";

    /** Connections, and threads, to each server: there are several servers. */
    private static final int STANDARD_POOL_SIZE = 4;

    /** A comma may be in a password, if it is not one before the next server. */
    private static final Pattern NEXT_SERVER = Pattern.compile(",(?=rediss?:)");

    /** For the service loader. */
    public RedlockBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of(SCHEME);
    }

    @Override
    public LockBackend open(LockSettings settings) {
        Read read = read(settings);
        // Once more around the backend's own look, since without any Jedis its class cannot even be loaded.
        return JedisFit.tried(() -> RedlockBackend.over(read.servers, read.options));
    }

    /** What a connection string says. */
    record Read(RedlockServers servers, RedisLockOptions options) {}

    static Read read(LockSettings settings) {
        List<StoreUri> uris = NEXT_SERVER
                .splitAsStream(settings.uri().substring(SCHEME.length()))
                .map(RedlockBackendProvider::parse)
                .toList();
        if (uris.stream().limit(uris.size() - 1L).anyMatch(uri -> !uri.options().isEmpty())) {
            throw new IllegalArgumentException(
                    "options of a redlock must follow its last server, and are for all of them");
        }
        StoreOptions options = new StoreOptions(uris.get(uris.size() - 1).options(), settings.options());
        List<Server> servers = uris.stream().map(uri -> server(uri, options)).toList();
        Duration nodeTimeout = options.duration(
                "nodeTimeout", RedlockServers.STANDARD_NODE_TIMEOUT, Server.MIN_TIMEOUT, Server.MAX_TIMEOUT);
        Duration restartGuard =
                options.duration("restartGuard", Duration.ZERO, Duration.ZERO, RedlockServers.MAX_RESTART_GUARD);
        RedisLockOptions read = RedisLockBackendProvider.read(servers.get(0), options, STANDARD_POOL_SIZE);
        options.refuseUnknown();
        return new Read(new RedlockServers(servers, nodeTimeout, restartGuard), read);
    }

    private static StoreUri parse(String uri) {
        if (!uri.startsWith("redis:") && !uri.startsWith("rediss:")) {
            throw new IllegalArgumentException("each server of a redlock must be a uri of its own:"
                    + " redlock:redis://host:port,redis://host:port,redis://host:port");
        }
        return StoreUri.parseWithHost(uri);
    }

    private static Server server(StoreUri uri, StoreOptions options) {
        if (uri.authority().indexOf(',') >= 0) {
            throw new IllegalArgumentException("each server of a redlock must be a uri of its own:"
                    + " redlock:redis://host:port,redis://host:port,redis://host:port");
        }
        return RedisLockBackendProvider.server(uri, options, uri.authority(), RedisLockBackendProvider.database(uri));
    }
}
