// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.LockSettings;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.BackendBench;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisSettings;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.ServerCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisException;

class RedisTlsIT {

    /** A handshake of a loaded machine that takes longer than its time-out may work later, too. */
    private static final String PATIENT = "10s";

    private static final String TRUST_STORE = "javax.net.ssl.trustStore";
    private static final String TRUST_STORE_PASSWORD = "javax.net.ssl.trustStorePassword";

    /** For localhost and not for 127.0.0.1. */
    private static final ServerCertificate CERTIFICATE = ServerCertificate.of("localhost");

    private static BackendBench fixture;
    private static int port;

    @BeforeAll
    static void start() {
        RedisServer server = RedisServer.startEncrypted(CERTIFICATE);
        fixture = new BackendBench(server);
        port = server.tlsPort();
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @Test
    void a_trusted_certificate_with_the_hosts_name_is_accepted() {
        trusting(() -> {
            LockBackend backend = fixture.backendAt("rediss://localhost:" + port);
            granted(backend.tryAcquire(attempt(fixture.name())));
        });
    }

    @Test
    void a_certificate_for_another_host_is_an_error_at_the_start() {
        trusting(() -> assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> fixture.backendAt("rediss://127.0.0.1:" + port))
                .withMessageContaining("no TLS connection to redis at 127.0.0.1:" + port)
                .withMessageContaining("certificate"));
    }

    @Test
    void tls_on_a_plain_port_and_none_on_a_port_for_tls_are_reported_as_such() {
        int plain = fixture.server.port();
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> fixture.backendAt("rediss://localhost:" + plain + "?timeout=1s"))
                .withMessageContaining("no TLS connection to redis at localhost:" + plain)
                .withMessageContaining("write redis instead of rediss");
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> fixture.backendAt("redis://localhost:" + port + "?timeout=1s"))
                .withMessageContaining("no connection to redis at localhost:" + port)
                .withMessageContaining("not one for TLS: else write rediss instead of redis");
    }

    @Test
    void an_untrusted_certificate_is_an_error_at_the_start() {
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> fixture.backendAt("rediss://localhost:" + port))
                .withMessageContaining("no TLS connection to redis at localhost:" + port);
    }

    @Test
    void a_handshake_that_is_cut_or_stalls_may_work_later_and_one_that_is_rejected_may_not() throws Exception {
        try (ServerSocket cutting = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> cut = CompletableFuture.runAsync(() -> cutOne(cutting));
            assertThat(firstOutcome("rediss://localhost:" + cutting.getLocalPort(), PATIENT)
                            .retryable())
                    .isTrue();
            cut.join();
            assertThat(firstOutcome("rediss://localhost:" + silent.getLocalPort(), "500ms")
                            .retryable())
                    .isTrue();
        }
        assertThat(firstOutcome("rediss://localhost:" + port, PATIENT).retryable())
                .isFalse();
        trusting(() -> assertThat(
                        firstOutcome("rediss://127.0.0.1:" + port, PATIENT).retryable())
                .isFalse());
    }

    private static void cutOne(ServerSocket server) {
        try (Socket accepted = server.accept()) {
            assertThat(accepted.getInputStream().read()).isPositive();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How an acquisition ends whose first step opens the connection. */
    private static Refused firstOutcome(String uri, String timeout) {
        RedisLockOptions options = RedisSettings.ofServer(LockSettings.of(uri + "?timeout=" + timeout));
        RedisErrors errors = new RedisErrors("redis", options);
        try (RedisConnections connections = OwnConnections.to(options, 500)) {
            connections.open(new StandaloneContext().clock());
            AtomicReference<AcquireOutcome> outcome = new AtomicReference<>();
            assertThatExceptionOfType(JedisException.class)
                    .isThrownBy(connections::ping)
                    .satisfies(e -> outcome.set(errors.acquire(fixture.name(), e, new RedisRequestTracker())));
            return refused(outcome.get());
        }
    }

    private static void trusting(Runnable test) {
        System.setProperty(TRUST_STORE, CERTIFICATE.trustStore().toString());
        System.setProperty(TRUST_STORE_PASSWORD, CERTIFICATE.password());
        try {
            test.run();
        } finally {
            System.clearProperty(TRUST_STORE);
            System.clearProperty(TRUST_STORE_PASSWORD);
        }
    }
}
