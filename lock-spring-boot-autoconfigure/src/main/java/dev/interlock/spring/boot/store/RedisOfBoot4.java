// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import dev.interlock.spi.LockBackend;
import dev.interlock.spring.boot.config.LockConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/**
 * The application's Redis on Boot 4, where {@code spring.data.redis.*} or another bean of details says. The locks get
 * connections of their own by Jedis, whichever client the application uses.
 */
final class RedisOfBoot4 implements StoreOfApplication {

    private final BeansOfType<DataRedisConnectionDetails> all;

    RedisOfBoot4(ListableBeanFactory beans) {
        this.all = new BeansOfType<>(beans, DataRedisConnectionDetails.class);
    }

    @Override
    public String backend() {
        return RedisAddress.BACKEND;
    }

    @Override
    public List<String> beans() {
        return all.names();
    }

    @Override
    public String kind() {
        return "Redis of spring.data.redis.*";
    }

    @Override
    public Supplier<LockBackend> prepare(@Nullable String bean, Map<String, String> options) {
        DataRedisConnectionDetails details = all.select(bean);
        return address(details)
                .withLogin("user", details.getUsername(), "password", details.getPassword())
                .prepare(options);
    }

    private static RedisAddress address(DataRedisConnectionDetails details) {
        DataRedisConnectionDetails.Cluster cluster = details.getCluster();
        if (cluster != null) {
            return RedisAddress.cluster(details.getSslBundle() != null, nodes(cluster.getNodes()));
        }
        DataRedisConnectionDetails.Sentinel sentinel = details.getSentinel();
        if (sentinel != null) {
            return RedisAddress.sentinels(
                            details.getSslBundle() != null,
                            nodes(sentinel.getNodes()),
                            sentinel.getMaster(),
                            sentinel.getDatabase())
                    .withLogin("sentinelUser", sentinel.getUsername(), "sentinelPassword", sentinel.getPassword());
        }
        DataRedisConnectionDetails.Standalone server = details.getStandalone();
        if (server != null) {
            return RedisAddress.server(
                    details.getSslBundle() != null, server.getHost(), server.getPort(), server.getDatabase());
        }
        throw new LockConfigurationException(
                "spring.data.redis.* is neither one server nor Sentinel nor a cluster",
                "Set interlock.uri, such as redis://localhost:6379.",
                null);
    }

    private static List<String> nodes(List<DataRedisConnectionDetails.Node> nodes) {
        return nodes.stream()
                .map(node -> RedisAddress.node(node.host(), node.port()))
                .toList();
    }
}
