// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import dev.interlock.spi.LockBackend;
import dev.interlock.spring.boot.config.LockConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails;

/**
 * The application's Redis on Boot 3.5, where {@code spring.data.redis.*} or another bean of details says. The locks get
 * connections of their own by Jedis, whichever client the application uses.
 */
final class RedisOfBoot3 implements StoreOfApplication {

    private final BeansOfType<RedisConnectionDetails> all;

    RedisOfBoot3(ListableBeanFactory beans) {
        this.all = new BeansOfType<>(beans, RedisConnectionDetails.class);
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
        RedisConnectionDetails details = all.select(bean);
        return address(details)
                .withLogin("user", details.getUsername(), "password", details.getPassword())
                .prepare(options);
    }

    private static RedisAddress address(RedisConnectionDetails details) {
        RedisConnectionDetails.Cluster cluster = details.getCluster();
        if (cluster != null) {
            return RedisAddress.cluster(cluster.getSslBundle() != null, nodes(cluster.getNodes()));
        }
        RedisConnectionDetails.Sentinel sentinel = details.getSentinel();
        if (sentinel != null) {
            return RedisAddress.sentinels(
                            sentinel.getSslBundle() != null,
                            nodes(sentinel.getNodes()),
                            sentinel.getMaster(),
                            sentinel.getDatabase())
                    .withLogin("sentinelUser", sentinel.getUsername(), "sentinelPassword", sentinel.getPassword());
        }
        RedisConnectionDetails.Standalone server = details.getStandalone();
        if (server != null) {
            return RedisAddress.server(
                    server.getSslBundle() != null, server.getHost(), server.getPort(), server.getDatabase());
        }
        throw new LockConfigurationException(
                "spring.data.redis.* is neither one server nor Sentinel nor a cluster",
                "Set interlock.uri, such as redis://localhost:6379.",
                null);
    }

    private static List<String> nodes(List<RedisConnectionDetails.Node> nodes) {
        return nodes.stream()
                .map(node -> RedisAddress.node(node.host(), node.port()))
                .toList();
    }
}
