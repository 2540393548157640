// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.swap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.testbed.server.EtcdServer;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.ZookeeperServer;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.micronaut.context.ApplicationContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** A client that the application has already is used, and left open. */
final class OwnClientsIT {

    @Test
    void a_bean_of_Jedis_wins_over_properties() {
        try (RedisServer server = RedisServer.start();
                RedisClient jedis = RedisClient.create(server.uri())) {
            // No server answers at this address: the bean must be used.
            try (ApplicationContext context = ApplicationContext.builder(
                            Map.of("locks.uri", "redis://127.0.0.1:1", "locks.redis.prefix", "shop"))
                    .singletons(jedis)
                    .start()) {
                assertLocks(context);
                assertThat(jedis.keys("shop:*")).isNotEmpty();
            }
            assertThat(jedis.ping()).isEqualTo("PONG");
        }
    }

    @Test
    void the_uri_of_Micronauts_Redis_module_will_do() {
        try (RedisServer server = RedisServer.start();
                ApplicationContext context =
                        ApplicationContext.run(Map.of("locks.backend", "redis", "redis.uri", server.uri()))) {
            assertLocks(context);
        }
    }

    @Test
    void a_bean_of_Curator_wins_over_properties() throws Exception {
        try (ZookeeperServer server = ZookeeperServer.start();
                CuratorFramework curator =
                        CuratorFrameworkFactory.newClient(server.connectString(), new RetryOneTime(100))) {
            curator.start();
            try (ApplicationContext context = ApplicationContext.builder(
                            Map.of("locks.uri", "zookeeper://127.0.0.1:1", "locks.zookeeper.base", "/shop/"))
                    .singletons(curator)
                    .start()) {
                assertLocks(context);
                assertThat(curator.checkExists().forPath("/shop")).isNotNull();
            }
            assertThat(curator.getState()).isEqualTo(CuratorFrameworkState.STARTED);
        }
    }

    @Test
    void a_bean_of_jetcd_wins_over_properties() {
        try (EtcdServer server = EtcdServer.start();
                Client jetcd =
                        Client.builder().target("ip:///" + server.endpoint()).build()) {
            try (ApplicationContext context = ApplicationContext.builder(Map.of(
                            "locks.uri", "etcd://127.0.0.1:1",
                            "locks.etcd.namespace", "/shop/",
                            "locks.etcd.connect-timeout", "30s",
                            "locks.etcd.timeout", "20s"))
                    .singletons(jetcd)
                    .start()) {
                LockClient client = context.getBean(LockClient.class);
                try (LockHandle handle = client.lock("orders").tryAcquire().orElseThrow()) {
                    assertThat(handle.fencingToken()).isPositive();
                    assertThat(server.has("shop/orders/holder")).isTrue();
                }
            }
            ByteSequence key = ByteSequence.from("open", StandardCharsets.UTF_8);
            assertThat(jetcd.getKVClient().get(key)).succeedsWithin(Duration.ofSeconds(30));
        }
    }

    private static void assertLocks(ApplicationContext context) {
        LockClient client = context.getBean(LockClient.class);
        try (LockHandle handle = client.lock("orders").tryAcquire().orElseThrow()) {
            assertThat(client.inspect("orders").orElseThrow().fencingToken()).isEqualTo(handle.fencingToken());
        }
    }
}
