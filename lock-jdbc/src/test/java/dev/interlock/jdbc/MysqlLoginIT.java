// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.LockBackend;
import dev.interlock.testbed.server.ServerCertificate;
import dev.interlock.testbed.server.SqlProduct;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Logins by {@code caching_sha2_password}, the default of MySQL 8: a password goes to the server encrypted, by TLS or
 * with the server's key, unless the server remembers it from an earlier login.
 */
class MysqlLoginIT {

    private static final String WITHOUT_TLS = "sslMode=DISABLED";

    private static ServerCertificate certificate;
    private static BackendBench bench;

    @BeforeAll
    static void start() {
        certificate = ServerCertificate.of("localhost");
        bench = new BackendBench(
                SqlProduct.MYSQL,
                "--tls-version=TLSv1.2,TLSv1.3",
                "--ssl-ca=" + certificate.certificate(),
                "--ssl-cert=" + certificate.certificate(),
                "--ssl-key=" + certificate.key());
        bench.backend();
        bench.server.execute("CREATE USER 'shop'@'%' IDENTIFIED WITH caching_sha2_password BY 'pass'");
        bench.server.execute("GRANT SELECT, INSERT, UPDATE ON interlock_lease TO 'shop'@'%'");
    }

    @AfterAll
    static void stop() {
        if (bench != null) {
            bench.close();
        }
    }

    /** As a restart of the server does. */
    @BeforeEach
    void letTheServerForgetPasswords() {
        bench.server.execute("FLUSH PRIVILEGES");
    }

    @AfterEach
    void closeBackends() {
        bench.closeBackends();
    }

    private static String[] login(String... options) {
        return Stream.concat(Stream.of("user=shop", "password=pass", "interlock.schema=validate"), Stream.of(options))
                .toArray(String[]::new);
    }

    private static void logsIn(String... options) {
        LockBackend backend = bench.backendAt(bench.server.url().replace("127.0.0.1", "localhost"), login(options));
        granted(backend.tryAcquire(attempt(bench.name())));
    }

    private static void logsInOverTls() {
        logsIn(
                "sslMode=VERIFY_IDENTITY",
                "trustCertificateKeyStoreUrl=" + certificate.trustStore().toUri(),
                "trustCertificateKeyStoreType=PKCS12",
                "trustCertificateKeyStorePassword=" + certificate.password());
    }

    private static ThrowableAssertAlternative<LockUnavailableException> isRefused(String... options) {
        LockBackend backend = bench.opened(bench.settings(bench.server.url(), login(options)));
        return assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> backend.start(bench.context));
    }

    @Test
    void over_tls_a_login_needs_nothing_more() {
        logsInOverTls();
    }

    @Test
    void without_tls_a_login_needs_the_servers_key() {
        isRefused(WITHOUT_TLS)
                .withMessageContaining("Public Key Retrieval is not allowed")
                .withMessageContaining("set sslMode=VERIFY_IDENTITY in the url, or serverRSAPublicKeyFile");

        logsIn(WITHOUT_TLS, "allowPublicKeyRetrieval=true");
    }

    /** So a client that has worked for months fails after a restart of the server. */
    @Test
    void without_tls_and_key_a_login_works_only_while_the_server_remembers_the_password() {
        logsInOverTls();
        logsIn(WITHOUT_TLS);

        letTheServerForgetPasswords();

        isRefused(WITHOUT_TLS).withMessageContaining("Public Key Retrieval is not allowed");
    }
}
