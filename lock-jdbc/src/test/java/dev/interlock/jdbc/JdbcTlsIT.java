// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.LockBackend;
import dev.interlock.testbed.server.ServerCertificate;
import dev.interlock.testbed.server.SqlProduct;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** The drivers' own options for TLS and logins, as docs/backends/jdbc.md shows them, on a server with a certificate. */
@ParameterizedClass
@EachProduct
class JdbcTlsIT {

    /** For localhost and not for 127.0.0.1. */
    private static ServerCertificate certificate;

    private static BackendBench bench;

    @Parameter
    private SqlProduct product;

    @BeforeParameterizedClassInvocation
    static void start(SqlProduct product) {
        certificate = ServerCertificate.of("localhost");
        bench = new BackendBench(product, withTls(product));
        bench.backend();
        bench.server.execute(
                product == SqlProduct.POSTGRES
                        ? "CREATE ROLE shop LOGIN PASSWORD 'pass'"
                        : "CREATE USER 'shop'@'%' IDENTIFIED BY 'pass' REQUIRE SSL");
        bench.server.execute("GRANT SELECT, INSERT, UPDATE ON interlock_lease TO "
                + (product == SqlProduct.POSTGRES ? "shop" : "'shop'@'%'"));
        bench.closeBackends();
    }

    private static String[] withTls(SqlProduct product) {
        String certificateFile = certificate.certificate().toString();
        String key = certificate.key().toString();
        if (product == SqlProduct.POSTGRES) {
            return new String[] {"-c", "ssl=on", "-c", "ssl_cert_file=" + certificateFile, "-c", "ssl_key_file=" + key};
        }
        List<String> arguments =
                new ArrayList<>(List.of("--ssl-ca=" + certificateFile, "--ssl-cert=" + certificateFile));
        arguments.addAll(List.of("--ssl-key=" + key, "--tls-version=TLSv1.2,TLSv1.3"));
        if (product == SqlProduct.MARIADB) {
            arguments.add("--ssl");
        }
        return arguments.toArray(String[]::new);
    }

    @AfterEach
    void closeBackends() {
        bench.closeBackends();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (bench != null) {
            bench.close();
            bench = null;
        }
    }

    /** The settings on the page: encrypted, with a certificate that is checked, and the host's name in it. */
    private String[] trusting(ServerCertificate trusted) {
        List<String> options = new ArrayList<>(List.of("user=shop", "password=pass", "interlock.schema=validate"));
        options.addAll(
                switch (product) {
                    case MYSQL ->
                        List.of(
                                "sslMode=VERIFY_IDENTITY",
                                "trustCertificateKeyStoreUrl="
                                        + trusted.trustStore().toUri(),
                                "trustCertificateKeyStoreType=PKCS12",
                                "trustCertificateKeyStorePassword=" + trusted.password());
                    case MARIADB -> List.of("sslMode=verify-full", "serverSslCert=" + trusted.certificate());
                    case POSTGRES -> List.of("sslmode=verify-full", "sslrootcert=" + trusted.certificate());
                });
        return options.toArray(String[]::new);
    }

    private String urlOf(String host) {
        return bench.server.url().replace("127.0.0.1", host);
    }

    private void assertRefused(String host, String... options) {
        LockBackend backend = bench.opened(bench.settings(urlOf(host), options));
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> backend.start(bench.context))
                .withMessageContaining(backend.store())
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("pass"));
    }

    @Test
    void with_a_trusted_certificate_of_the_host_locks_are_kept_over_tls() {
        LockBackend backend = bench.backendAt(urlOf("localhost"), trusting(certificate));

        granted(backend.tryAcquire(attempt(bench.name())));

        // MySQL and MariaDB let this user in by TLS only.
        if (bench.isPostgres()) {
            assertThat(bench.server.query("SELECT bool_and(ssl) FROM pg_stat_ssl"
                            + " JOIN pg_stat_activity USING (pid) WHERE usename = 'shop'"))
                    .isEqualTo("t");
        }
    }

    @Test
    void a_certificate_of_another_host_is_refused_at_the_start() {
        assertRefused("127.0.0.1", trusting(certificate));
    }

    @Test
    void a_certificate_that_is_not_the_trusted_one_is_refused_at_the_start() {
        assertRefused("localhost", trusting(ServerCertificate.of("localhost")));
    }
}
