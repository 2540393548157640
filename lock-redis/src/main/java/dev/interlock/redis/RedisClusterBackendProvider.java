// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockSettings;
import dev.interlock.redis.RedisCluster.Node;
import dev.interlock.redis.RedisLockOptions.Server;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.spi.StoreOptions;
import dev.interlock.spi.StoreUri;
import java.util.List;
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
        Read read = read(settings);
        // Once more around the backend's own look, since without any Jedis its class cannot even be loaded.
        return JedisFit.tried(() -> RedisLockBackend.routing(read.cluster, read.options));
    }

    /** What a connection string says. */
    record Read(RedisCluster cluster, RedisLockOptions options) {}

    static Read read(LockSettings settings) {
        StoreUri uri = StoreUri.parseWithHost(settings.uri());
        StoreOptions options = new StoreOptions(uri.options(), settings.options());
        List<Node> nodes = RedisLockBackendProvider.addresses(uri, Server.STANDARD.port(), Node::new);
        int database = RedisLockBackendProvider.database(uri);
        Server server = RedisLockBackendProvider.server(uri, options, Server.STANDARD.host(), database);
        RedisLockOptions read = RedisLockBackendProvider.read(server, options);
        options.refuseUnknown();
        requireOnlyDatabase(read);
        return new Read(new RedisCluster(nodes), read);
    }

    /** See {@code SELECT} in the documentation of Redis: a cluster supports database zero only. */
    static void requireOnlyDatabase(RedisLockOptions options) {
        int database = options.server().database();
        if (database != 0) {
            throw new IllegalArgumentException("database must be 0 in a cluster, which has no other, but was "
                    + database + ": leave it out, and set prefix to keep applications apart");
        }
    }
}
