// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.wire.LoopbackPort;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisTlsIT {

    private static final String STORE_PASSWORD = "for-this-test";
    private static final String TRUST_STORE = "javax.net.ssl.trustStore";
    private static final String TRUST_STORE_PASSWORD = "javax.net.ssl.trustStorePassword";

    @TempDir
    private static Path folder;

    private static BackendBench fixture;
    private static int port;

    /** A certificate for localhost and not for 127.0.0.1. */
    @BeforeAll
    static void start() throws Exception {
        Path store = folder.resolve("server.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "redis",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        STORE_PASSWORD)
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, STORE_PASSWORD.toCharArray());
        }
        Path key = pem(
                "PRIVATE KEY",
                keys.getKey("redis", STORE_PASSWORD.toCharArray()).getEncoded());
        Path certificate = pem("CERTIFICATE", keys.getCertificate("redis").getEncoded());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("redis", keys.getCertificate("redis"));
        try (var out = Files.newOutputStream(folder.resolve("trusted.p12"))) {
            trusted.store(out, STORE_PASSWORD.toCharArray());
        }
        port = LoopbackPort.free();
        fixture = new BackendBench(
                "--tls-port",
                Integer.toString(port),
                "--tls-cert-file",
                certificate.toString(),
                "--tls-key-file",
                key.toString(),
                "--tls-ca-cert-file",
                certificate.toString(),
                "--tls-auth-clients",
                "no");
    }

    private static Path pem(String kind, byte[] content) throws Exception {
        String text = "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END "
                + kind + "-----\n";
        return Files.writeString(folder.resolve(kind.replace(' ', '-') + ".pem"), text);
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
    void an_untrusted_certificate_is_an_error_at_the_start() {
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> fixture.backendAt("rediss://localhost:" + port))
                .withMessageContaining("no TLS connection to redis at localhost:" + port);
    }

    private static void trusting(Runnable test) {
        System.setProperty(TRUST_STORE, folder.resolve("trusted.p12").toString());
        System.setProperty(TRUST_STORE_PASSWORD, STORE_PASSWORD);
        try {
            test.run();
        } finally {
            System.clearProperty(TRUST_STORE);
            System.clearProperty(TRUST_STORE_PASSWORD);
        }
    }
}
