// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockUnavailableException;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.testbed.wire.Message;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The check at the start, while the servers do what they do by themselves. */
class ZookeeperProbeIT {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void a_client_starts_also_when_the_servers_remove_the_probe_s_parent_first() throws Exception {
        try (ZookeeperServers servers =
                        ZookeeperServers.of(ZookeeperServer.start("-Dznode.container.checkIntervalMs=50"));
                GateProxy proxy = GateProxy.zookeeper(
                        servers.servers().get(0).host(),
                        servers.servers().get(0).port())) {
            // The first deletion empties the parent, the second is of the parent.
            Gate gate = proxy.onRequest(Message.named("delete")).skip(1).holdRequest();
            CompletableFuture<LockClient> starting = CompletableFuture.supplyAsync(
                    () -> LockClient.connect("zookeeper://127.0.0.1:" + proxy.port() + "?timeout=10s"));
            gate.awaitReached(LIMIT);
            await().atMost(LIMIT).until(() -> probes(servers).isEmpty());
            gate.open();
            try (LockClient client = starting.get()) {
                assertThat(client.lock("started").tryAcquire()).isPresent();
            }
        }
    }

    @Test
    void a_start_fails_when_the_node_to_be_released_is_gone() throws Exception {
        try (ZookeeperServers servers = ZookeeperServers.of(ZookeeperServer.start());
                GateProxy proxy = GateProxy.zookeeper(
                        servers.servers().get(0).host(),
                        servers.servers().get(0).port())) {
            Gate gate = proxy.onRequest(Message.named("delete")).holdRequest();
            CompletableFuture<LockClient> starting = CompletableFuture.supplyAsync(
                    () -> LockClient.connect("zookeeper://127.0.0.1:" + proxy.port() + "?timeout=10s"));
            gate.awaitReached(LIMIT);
            String parent = "/interlock/" + probes(servers).get(0);
            servers.operator().ask(session -> {
                String node = session.getChildren(parent, false).get(0);
                session.delete(parent + "/" + node, -1);
                return node;
            });
            gate.open();
            assertThatThrownBy(starting::join)
                    .hasCauseInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("locks cannot be released");
        }
    }

    @Test
    void a_server_that_stands_alone_does_not_declare_a_failover() {
        try (ZookeeperServers servers = ZookeeperServers.of(ZookeeperServer.start());
                LockClient client = LockClient.connect(
                        "zookeeper://" + servers.servers().get(0).connectString())) {
            assertThatThrownBy(() -> client.capabilities()
                            .require(Capability.SURVIVES_CLOCK_JUMP, Capability.SURVIVES_FAIL_OVER))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'zookeeper', as its store is set up, does not declare [SURVIVES_FAIL_OVER]");
        }
    }

    private static List<String> probes(ZookeeperServers servers) {
        return servers.operator()
                .ask(session -> session.getChildren("/interlock", false).stream()
                        .filter(child -> child.contains("probe-"))
                        .toList());
    }
}
