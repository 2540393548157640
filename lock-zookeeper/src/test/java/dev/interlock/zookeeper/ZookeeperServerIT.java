// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.testbed.server.ZookeeperEnsemble;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The launcher of lock-tck, here since this module has a server on its class path. */
class ZookeeperServerIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void a_server_can_be_killed_frozen_restarted_and_emptied() {
        try (ZookeeperServers servers = ZookeeperServers.of(ZookeeperServer.start("tickTime=200"))) {
            ZookeeperServer server = servers.servers().get(0);
            assertThat(server.version()).startsWith("3.9");
            assertThat(server.source()).contains("class path").contains(server.version());
            assertThat(server.word("conf")).contains("tickTime=200").contains("clientPort=" + server.port());
            servers.operator().warm("kept");
            long pid = server.pid();
            server.restart();
            assertThat(server.pid()).isNotEqualTo(pid);
            assertThat(exists(servers)).isTrue();
            server.restartEmpty();
            servers.operator().close();
            assertThat(exists(servers)).isFalse();
            server.freeze();
            assertThatThrownBy(() -> server.word("ruok")).isInstanceOf(UncheckedIOException.class);
            server.thaw();
            assertThat(server.word("ruok")).isEqualTo("imok");
            server.kill();
            assertThatThrownBy(() -> server.word("ruok")).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void a_restarted_server_leaves_no_client_unanswered() throws Exception {
        try (ZookeeperServer server = ZookeeperServer.start()) {
            server.kill();
            try (EagerConnections connections = new EagerConnections(server.port())) {
                server.restart();
                await().atMost(LIMIT).until(() -> connections.made() > 0);
                assertThat(connections.unanswered()).isEmpty();
            }
        }
    }

    private static boolean exists(ZookeeperServers servers) {
        return servers.operator().ask(session -> session.exists("/interlock/kept", false) != null);
    }

    @Test
    void an_ensemble_elects_another_leader_when_it_loses_its_own() {
        try (ZookeeperEnsemble ensemble = ZookeeperEnsemble.start()) {
            ZookeeperServer leader = ensemble.leader();
            leader.kill();
            awaitAnotherLeader(ensemble, leader);
            leader.restart();
            // The first to be asked for the leader.
            ZookeeperServer first = ensemble.servers().get(0);
            first.kill();
            awaitAnotherLeader(ensemble, first);
        }
    }

    private static void awaitAnotherLeader(ZookeeperEnsemble ensemble, ZookeeperServer killed) {
        await().atMost(LIMIT).ignoreException(IllegalStateException.class).until(() -> ensemble.leader() != killed);
    }
}
