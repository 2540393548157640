// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.LockClient;
import dev.interlock.LockUnavailableException;
import dev.interlock.ReleaseResult;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.testbed.server.RedisCluster;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.wire.LoopbackPort;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a start at the wrong nodes says, and what a user needs at the right ones. */
class RedisClusterStartIT {

    private static final String CANARY = "canary-7391";

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static void fails(String uri, String... parts) {
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> LockClient.connect(uri))
                .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain(CANARY));
    }

    private static String hosts(String uri) {
        return uri.substring(uri.indexOf("//") + 2);
    }

    @Test
    void a_server_that_is_no_cluster_is_refused() {
        try (RedisServer alone = RedisServer.start()) {
            fails(
                    "redis-cluster://" + hosts(alone.uri()),
                    "locks cannot be kept: redis cluster of " + hosts(alone.uri()) + " is no cluster (",
                    "write redis: instead of redis-cluster:");
        }
    }

    @Test
    void a_node_that_belongs_to_no_cluster_yet_is_refused() {
        try (RedisServer alone = RedisServer.start("--cluster-enabled", "yes")) {
            fails(
                    "redis-cluster://" + hosts(alone.uri()),
                    "serve no slots: finish its creation, see redis-cli --cluster create");
        }
    }

    @Test
    void a_node_in_the_url_of_a_single_server_is_refused() {
        for (RedisServer node : cluster.primaries()) {
            fails(node.uri(), "is a node of a cluster: write redis-cluster: instead of redis:");
        }
    }

    @Test
    void nodes_that_do_not_answer_are_reported() {
        String first = "127.0.0.1:" + LoopbackPort.free();
        String second = "127.0.0.1:" + LoopbackPort.free();
        fails(
                "redis-cluster://" + first + "," + second,
                "no connection to redis cluster of " + first + ", " + second + " (",
                "Connection refused",
                "check that the server runs and that the uri names it");
    }

    @Test
    void one_node_that_answers_is_enough() throws InterruptedException {
        String dead = "127.0.0.1:" + LoopbackPort.free();
        RedisServer node = cluster.primaries().get(1);
        try (LockClient client = LockClient.connect("redis-cluster://" + dead + "," + hosts(node.uri()))) {
            assertThat(client.lock("order").tryAcquire().orElseThrow().release())
                    .isEqualTo(ReleaseResult.RELEASED);
        }
    }

    @Test
    void a_port_that_does_not_speak_tls_is_reported() {
        fails(
                "rediss-cluster://" + hosts(cluster.uri()) + "?connectTimeout=1s",
                "no TLS connection to redis cluster of ",
                "write redis instead of rediss");
    }

    @Test
    void an_evicting_node_is_named_by_its_address() {
        RedisServer node = cluster.primaries().get(2);
        node.command("CONFIG", "SET", "maxmemory", "100mb");
        node.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
        try {
            fails(cluster.uri(), "at its node " + hosts(node.uri()) + " evicts any key", "allkeys-lru");
        } finally {
            node.command("CONFIG", "SET", "maxmemory", "0");
            node.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
        }
    }

    @Test
    void the_documented_rights_are_enough_and_a_missing_one_is_reported() throws InterruptedException {
        String uri = "redis-cluster://locks:" + CANARY + "@" + hosts(cluster.uri());
        setUser("+cluster|slots");
        fails(uri.replace(CANARY, "wrong"), "refused the login (WRONGPASS …)");
        try (LockClient client = LockClient.connect(uri)) {
            assertThat(client.lock("order").tryAcquire().orElseThrow().release())
                    .isEqualTo(ReleaseResult.RELEASED);
        }
        setUser("-cluster");
        fails(uri, "lacks a right for this user", "+pubsub|numsub +cluster|slots +asking");
    }

    private static void setUser(String cluster) {
        String rights = "reset on >" + CANARY + " " + RedisErrors.rights("interlock") + " +asking " + cluster;
        String[] command = ("ACL SETUSER locks " + rights).split(" ", -1);
        RedisClusterStartIT.cluster.primaries().forEach(node -> node.command(command));
    }
}
