// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import dev.interlock.LockUnavailableException;
import dev.interlock.testbed.server.ServerCertificate;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.testbed.wire.LoopbackPort;
import org.junit.jupiter.api.Test;

/** TLS by the options of the connection string, to a server that speaks it on a port of its own. */
class ZookeeperTlsIT {

    private static ZookeeperServer server(ServerCertificate certificate, int port) {
        return ZookeeperServer.start(
                "-Dzookeeper.serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                "secureClientPort=" + port,
                "ssl.keyStore.location=" + certificate.keyStore(),
                "ssl.keyStore.password=" + certificate.password(),
                "ssl.trustStore.location=" + certificate.trustStore(),
                "ssl.trustStore.password=" + certificate.password(),
                "ssl.clientAuth=none");
    }

    private static LockSettings trusting(ServerCertificate certificate, int port) {
        return LockSettings.of("zookeeper://localhost:" + port + "?tls=true&connectTimeout=20s")
                .withOption("trustStore", certificate.trustStore().toString())
                .withOption("trustStorePassword", certificate.password());
    }

    /** Shorter, since a handshake that is rejected is tried again until then. */
    private static void assertRefused(LockSettings settings, String message) {
        assertThatThrownBy(() -> LockClient.connect(settings.withOption("connectTimeout", "3s")))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining(message + " to zookeeper at localhost:");
    }

    @Test
    void a_trusted_certificate_of_the_host_is_accepted_and_others_are_refused() throws Exception {
        ServerCertificate certificate = ServerCertificate.of("localhost");
        int port = LoopbackPort.free();
        try (ZookeeperServer server = server(certificate, port)) {
            try (LockClient client = LockClient.connect(trusting(certificate, port));
                    LockHandle held = client.lock("a").tryAcquire().orElseThrow()) {
                assertThat(held.fencingToken()).isPositive();
                assertThat(server.ownsProcess()).isTrue();
            }
            assertRefused(trusting(ServerCertificate.of("localhost"), port), "no TLS connection");
            assertRefused(LockSettings.of("zookeeper://localhost:" + port), "no connection");
        }
    }

    @Test
    void a_certificate_of_another_host_is_refused() {
        ServerCertificate elsewhere = ServerCertificate.of("elsewhere.invalid");
        int port = LoopbackPort.free();
        try (ZookeeperServer server = server(elsewhere, port)) {
            assertThat(server.ownsProcess()).isTrue();
            assertRefused(trusting(elsewhere, port), "no TLS connection");
        }
    }
}
