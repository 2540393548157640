// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.redis.options.RedisLockOptions.Pool;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/** The connections to the nodes of a cluster: a pool for each node that was asked anything. Thread-safe. */
final class ClusterNodes implements AutoCloseable {

    private final Pool options;
    private final JedisClientConfig config;
    private final Map<HostAndPort, StepPool> pools = new ConcurrentHashMap<>();
    private volatile boolean closed;

    ClusterNodes(Pool options, JedisClientConfig config) {
        this.options = options;
        this.config = config;
    }

    /** Sends a command to a node and waits for its answer, all of it within the limit. */
    @Nullable
    Object execute(HostAndPort node, CommandArguments arguments, StepLimit limit) {
        return execute(node, connection -> connection.executeCommand(arguments), limit);
    }

    /** Has a step done on a connection to a node, all of it within the limit. */
    @Nullable
    Object execute(HostAndPort node, Function<Connection, @Nullable Object> step, StepLimit limit) {
        return pool(node).execute(step, limit);
    }

    private StepPool pool(HostAndPort node) {
        StepPool pool = pools.computeIfAbsent(node, this::newPool);
        if (closed) {
            // It may have come after the others were closed; what is asked of it now fails.
            pool.close();
        }
        return pool;
    }

    private StepPool newPool(HostAndPort node) {
        return new StepPool(options, new StepConnectionFactory(new PrimaryAddress.Fixed(node), config));
    }

    /** Closes the connections to all other nodes. What is on its way to one of those still gets its answer. */
    void keepOnly(Collection<HostAndPort> nodes) {
        for (HostAndPort node : List.copyOf(pools.keySet())) {
            if (!nodes.contains(node)) {
                StepPool left = pools.remove(node);
                if (left != null) {
                    left.close();
                }
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        pools.values().forEach(StepPool::close);
    }
}
