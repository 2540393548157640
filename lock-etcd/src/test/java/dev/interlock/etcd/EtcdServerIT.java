// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockUnavailableException;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.etcd.options.EtcdLockOptions;
import dev.interlock.testbed.server.EtcdServer;
import dev.interlock.testbed.server.ServerCertificate;
import io.etcd.jetcd.Client;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the kit does not ask: logins, certificates, an application's client, and what a hold leaves at the server. */
class EtcdServerIT {

    private static final AcquireOptions FOR_2_S = AcquireOptions.waitAtMost(Duration.ZERO)
            .withLease(Duration.ofSeconds(2))
            .withRenewal(Renewal.NONE);

    private static String role(String key, String end) {
        return "{\"name\":\"locks\",\"perm\":{\"permType\":\"READWRITE\",\"key\":\"" + base64(key)
                + "\",\"range_end\":\"" + base64(end) + "\"}}";
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_user_with_a_role_for_the_namespace_has_locks_there_and_nowhere_else() throws Exception {
        try (EtcdServer server = EtcdServer.start()) {
            server.call("/v3/auth/user/add", "{\"name\":\"root\",\"password\":\"r\"}");
            server.call("/v3/auth/user/grant", "{\"user\":\"root\",\"role\":\"root\"}");
            server.call("/v3/auth/user/add", "{\"name\":\"ann\",\"password\":\"hush\"}");
            server.call("/v3/auth/role/add", "{\"name\":\"locks\"}");
            // The range of all keys that begin with 'shop/': a slash is followed by a zero.
            server.call("/v3/auth/role/grant", role("shop/", "shop0"));
            server.call("/v3/auth/user/grant", "{\"user\":\"ann\",\"role\":\"locks\"}");
            server.call("/v3/auth/enable", "{}");
            String host = server.endpoint();
            try (LockClient client = LockClient.connect("etcd://ann:hush@" + host + "/shop")) {
                LockHandle handle = client.lock("a").tryAcquire().orElseThrow();
                assertThat(handle.renew(Duration.ofSeconds(60))).isEqualTo(RenewResult.RENEWED);
                handle.release();
            }
            assertRefused("etcd://ann:hush@" + host + "/office", "PERMISSION_DENIED", "grant the user a role");
            assertRefused("etcd://ann:wrong@" + host + "/shop", "authentication failed", "options user and password");
            assertRefused("etcd://" + host + "/shop", "user name is empty", "options user and password");
        }
    }

    private static void assertRefused(String uri, String observed, String wayOut) {
        assertThatThrownBy(() -> LockClient.connect(uri))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining(observed)
                .hasMessageContaining(wayOut)
                .hasMessageNotContaining("hush")
                .hasMessageNotContaining("wrong");
    }

    @Test
    void an_encrypted_server_is_trusted_by_its_certificate_only() throws Exception {
        ServerCertificate certificate = ServerCertificate.of("localhost");
        ServerCertificate other = ServerCertificate.of("localhost");
        try (EtcdServer server = EtcdServer.startEncrypted(certificate)) {
            String uri = "etcd://" + server.tlsEndpoint() + "?connectTimeout=3s&tls=true&cacert=";
            try (LockClient client = LockClient.connect(uri + certificate.certificate())) {
                client.lock("a").tryAcquire().orElseThrow().release();
            }
            assertThatThrownBy(() -> LockClient.connect(uri + other.certificate()))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("cacert has the issuer");
            assertThatThrownBy(() -> LockClient.connect(uri + "/no/such/file"))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("cacert, cert or key cannot be used");
        }
    }

    @Test
    void an_applications_client_stays_open() throws Exception {
        try (EtcdServer server = EtcdServer.start();
                Client own =
                        Client.builder().target("ip:///" + server.endpoint()).build()) {
            for (int i = 0; i < 2; i++) {
                EtcdLockBackend backend = EtcdLockBackend.using(own, EtcdLockOptions.STANDARD.withNamespace("shop"));
                try (LockClient client = LockClient.using(backend, ClientOptions.STANDARD)) {
                    LockHandle handle = client.lock("a").tryAcquire().orElseThrow();
                    assertThat(server.has("shop/a/holder")).isTrue();
                    handle.release();
                    assertThat(server.has("shop/a/holder")).isFalse();
                }
            }
        }
    }

    @Test
    void a_lease_without_its_key_is_no_hold() throws Exception {
        try (EtcdServer server = EtcdServer.start();
                LockClient client = LockClient.connect("etcd://" + server.endpoint())) {
            LockHandle handle = client.lock("a").tryAcquire(FOR_2_S).orElseThrow();
            server.delete("interlock/a/holder");
            assertThat(handle.renew(Duration.ofSeconds(2))).isEqualTo(RenewResult.NOT_HELD);
        }
    }

    @Test
    void what_a_hold_and_a_waiter_leave_at_the_server_is_nothing() throws Exception {
        ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
        try (EtcdServer server = EtcdServer.start()) {
            useByTwo(server, later);
            assertThat(server.call("/v3/lease/leases", "{}")).doesNotContain("\"ID\"");
            assertThat(server.call("/v3/kv/range", "{\"key\":\"AA==\",\"range_end\":\"AA==\"}"))
                    .doesNotContain("\"kvs\"");
        } finally {
            later.shutdownNow();
        }
    }

    private static void useByTwo(EtcdServer server, ScheduledExecutorService later) throws Exception {
        try (LockClient one = LockClient.connect("etcd://" + server.endpoint());
                LockClient two = LockClient.connect("etcd://" + server.endpoint())) {
            assertThat(one.capabilities().has(Capability.SURVIVES_FAIL_OVER)).isFalse();
            LockHandle held = one.lock("a").tryAcquire().orElseThrow();
            long first = held.fencingToken();
            later.schedule(held::release, 300, TimeUnit.MILLISECONDS);
            LockHandle next = two.lock("a").acquire(AcquireOptions.waitAtMost(Duration.ofSeconds(20)));
            assertThat(next.fencingToken()).isGreaterThan(first);
            // A longer lease is another lease of etcd, and the place in the queue goes with it.
            assertThat(next.renew(Duration.ofMinutes(5))).isEqualTo(RenewResult.RENEWED);
            assertThat(two.inspect("a").orElseThrow().remaining().orElseThrow()).isGreaterThan(Duration.ofMinutes(4));
            next.release();
            one.lock("a").tryAcquire(FOR_2_S).orElseThrow().release();
        }
    }
}
