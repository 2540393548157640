// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockUnavailableException;
import dev.interlock.tck.CapturedLogs;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Start-up checks: rights, negotiated sessions, and what cannot be reached. */
class ZookeeperRightsIT {

    private static ZookeeperServers servers;

    @BeforeAll
    static void startServer() {
        servers = ZookeeperServers.of(ZookeeperServer.start("minSessionTimeout=20000"));
    }

    @AfterAll
    static void stopServer() {
        if (servers != null) {
            servers.close();
        }
    }

    private static String uri(String login, String rest) {
        return "zookeeper://" + login + servers.connectString() + rest;
    }

    @Test
    void with_a_login_nodes_belong_to_it_and_others_are_refused_at_the_start() throws Exception {
        try (CapturedLogs logs = new CapturedLogs();
                LockClient ann = LockClient.connect(uri("ann:hush@", "/private"));
                LockHandle held = ann.lock("a").tryAcquire().orElseThrow()) {
            assertThat(held.fencingToken()).isPositive();
            assertThat(logs.warnings()).noneMatch(line -> line.contains("everybody"));
            assertThat(logs.text()).doesNotContain("hush");
            assertThatThrownBy(() -> LockClient.connect(uri("", "/private")))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("zookeeper at " + servers.connectString() + "/private")
                    .hasMessageContaining("NOAUTH")
                    .hasMessageContaining("grant create, read, write and delete");
            try (LockClient again = LockClient.connect(uri("ann:hush@", "/private"))) {
                assertThat(again.lock("a").tryAcquire()).isEmpty();
            }
        }
    }

    @Test
    void without_a_login_locks_are_open_to_every_client_and_a_warning_says_so() {
        try (CapturedLogs logs = new CapturedLogs();
                LockClient client = LockClient.connect(uri("", "/open"))) {
            assertThat(client.capabilities().backend()).isEqualTo("zookeeper");
            assertThat(logs.warnings()).anyMatch(line -> line.contains("everybody who reaches the servers"));
        }
    }

    @Test
    void a_warning_about_a_store_is_given_once_and_not_by_each_client() {
        LockClient.connect(uri("", "/often")).close();
        try (CapturedLogs logs = new CapturedLogs();
                LockClient again = LockClient.connect(uri("", "/often"))) {
            assertThat(again.capabilities().backend()).isEqualTo("zookeeper");
            String place = "zookeeper at " + servers.connectString() + "/often";
            await().untilAsserted(() -> assertThat(logs.text()).contains("locks are kept in " + place));
            assertThat(logs.warnings()).noneMatch(line -> line.contains("/often"));
        }
    }

    @Test
    void creator_rights_without_a_login_are_refused_with_a_way_out() {
        assertThatThrownBy(() -> LockClient.connect(uri("", "/nobody?acl=creator")))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("INVALIDACL")
                .hasMessageContaining("user and password");
    }

    @Test
    void the_negotiated_session_is_the_longest_lease_and_a_difference_is_logged() {
        try (CapturedLogs logs = new CapturedLogs();
                LockClient client = LockClient.connect(uri("", "?sessionTimeout=5s"))) {
            assertThat(client.capabilities().maxLease()).isEqualTo(Duration.ofSeconds(20));
            assertThat(logs.warnings()).anyMatch(line -> line.contains("sessions of PT20S instead of PT5S"));
        }
    }

    @Test
    void a_server_that_is_not_there_is_named() {
        assertThatThrownBy(() -> LockClient.connect("zookeeper://127.0.0.1:1?connectTimeout=300ms"))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("no connection to zookeeper at 127.0.0.1:1/interlock")
                .hasMessageContaining("none within 300 ms")
                .hasMessageContaining("quorum");
    }

    @Test
    void a_handshake_that_fails_is_reported_as_one() {
        assertThatThrownBy(() -> LockClient.connect(uri("", "?tls=true&connectTimeout=2s")))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("no TLS connection to zookeeper at " + servers.connectString() + "/interlock")
                .hasMessageContaining("secureClientPort")
                .hasMessageContaining("trustStore");
        assertThatThrownBy(() -> LockClient.connect("zookeeper://127.0.0.1:1?connectTimeout=300ms"))
                .hasMessageContaining("servers that want TLS need tls=true");
    }
}
