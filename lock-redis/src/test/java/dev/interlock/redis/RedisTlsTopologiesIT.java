// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.ReleaseResult;
import dev.interlock.testbed.server.EncryptedSentinel;
import dev.interlock.testbed.server.RedisCluster;
import dev.interlock.testbed.server.RedisGroup;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.ServerCertificate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** TLS to several servers: to the Sentinels and the primary that they name, to the nodes of a cluster, to each of a Redlock. */
class RedisTlsTopologiesIT {

    private static final String HOST = "localhost";
    private static final String TRUST_STORE = "javax.net.ssl.trustStore";
    private static final String TRUST_STORE_PASSWORD = "javax.net.ssl.trustStorePassword";
    private static final String PATIENT = "?timeout=10s&connectTimeout=10s";

    private static final ServerCertificate CERTIFICATE = ServerCertificate.of(HOST);

    @BeforeAll
    static void trust() {
        System.setProperty(TRUST_STORE, CERTIFICATE.trustStore().toString());
        System.setProperty(TRUST_STORE_PASSWORD, CERTIFICATE.password());
    }

    @AfterAll
    static void trust_no_longer() {
        System.clearProperty(TRUST_STORE);
        System.clearProperty(TRUST_STORE_PASSWORD);
    }

    private static void works(String uri) {
        try (LockClient client = LockClient.connect(uri + PATIENT)) {
            LockHandle held = client.lock("order").tryAcquire().orElseThrow();
            assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }

    /** Whether it is the server that granted the lock. */
    private static boolean hasCounted(RedisServer server) {
        return server.command("EXISTS", BackendBench.tokenKey(new LockName("order")))
                .equals("1");
    }

    private static void fails(String uri, String message) {
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> LockClient.connect(uri + "?timeout=1s&connectTimeout=1s"))
                .withMessageContaining(message);
    }

    @Test
    void a_sentinel_and_the_primary_that_it_names_are_both_asked_by_tls() {
        try (EncryptedSentinel sentinel = EncryptedSentinel.start(HOST, CERTIFICATE)) {
            works("rediss-sentinel://" + sentinel.address() + "/locks");
            fails(
                    "redis-sentinel://" + sentinel.address() + "/locks",
                    "that their ports are not for TLS: else write rediss instead of redis");
            fails(
                    "rediss-sentinel://" + sentinel.plainAddress() + "/locks",
                    "that their ports speak TLS: else write redis instead of rediss");
            // The Sentinel answers, but the port that it names is for TLS only.
            fails(
                    "redis-sentinel://" + sentinel.plainAddress() + "/locks",
                    "that its port is not one for TLS: else write rediss instead of redis");
        }
    }

    @Test
    void the_nodes_of_a_cluster_are_asked_by_tls() {
        try (RedisCluster cluster = RedisCluster.startEncrypted(CERTIFICATE)) {
            int port = cluster.primaries().get(0).tlsPort();
            works("rediss-cluster://" + HOST + ":" + port);
            assertThat(cluster.primaries()).allMatch(RedisTlsTopologiesIT::hasCounted);
            fails(
                    "redis-cluster://" + HOST + ":" + port,
                    "that its port is not one for TLS: else write rediss instead of redis");
        }
    }

    @Test
    void each_server_of_a_redlock_is_asked_by_tls() {
        try (RedisGroup group = RedisGroup.start(3, place -> RedisServer.startEncrypted(CERTIFICATE))) {
            works("redlock:"
                    + group.servers().stream()
                            .map(server -> "rediss://" + HOST + ":" + server.tlsPort())
                            .collect(Collectors.joining(",")));
            assertThat(group.servers()).allMatch(RedisTlsTopologiesIT::hasCounted);
        }
    }
}
