// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.LockSettings;
import dev.interlock.LockUnavailableException;
import dev.interlock.jdbc.connection.JdbcUrl;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcLockOptions.Mode;
import dev.interlock.jdbc.options.JdbcLockOptions.Pool;
import dev.interlock.jdbc.options.JdbcLockOptions.Schema;
import dev.interlock.jdbc.options.JdbcSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.tck.CapturedLogs;
import dev.interlock.tck.context.StandaloneContext;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ServiceLoader;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcLockBackendProviderTest {

    @Test
    void is_found_by_the_service_loader() {
        assertThat(ServiceLoader.load(LockBackendProvider.class))
                .filteredOn(JdbcLockBackendProvider.class::isInstance)
                .singleElement()
                .satisfies(provider -> assertThat(provider.schemes())
                        .containsExactlyInAnyOrder("jdbc:mysql:", "jdbc:mariadb:", "jdbc:postgresql:"));
    }

    @Test
    void a_host_alone_takes_the_defaults() {
        assertThat(read("jdbc:mysql://localhost/db")).isEqualTo(JdbcLockOptions.STANDARD);
    }

    @Test
    void everything_can_be_said_in_the_uri() {
        assertThat(read("jdbc:postgresql://h/db?interlock.mode=lease&interlock.table=shop.locks&interlock.schema=create"
                        + "&interlock.timeout=500ms&interlock.poolSize=4&interlock.poolReserve=1&interlock.poolWait=1s"
                        + "&interlock.connectTimeout=PT3S&interlock.maxHeld=9"))
                .isEqualTo(new JdbcLockOptions(
                        Mode.LEASE,
                        "shop.locks",
                        Schema.CREATE,
                        Duration.ofMillis(500),
                        9,
                        new Pool(4, 1, Duration.ofSeconds(1), Duration.ofSeconds(3))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                interlock.mode=tx            | interlock.mode must be
                interlock.table=             | interlock.table must be a name, or schema.name
                interlock.table=a.b.c        | interlock.table must be
                interlock.table=a%60b        | interlock.table must be
                interlock.table=1a           | interlock.table must be
                interlock.table=a%0Ab        | but was 'a?b'
                interlock.schema=drop        | interlock.schema must be validate or create but was 'drop'
                interlock.timeout=99ms       | option 'interlock.timeout' must be a duration from PT0.1S to PT1M
                interlock.timeout=2m         | option 'interlock.timeout'
                interlock.poolSize=0         | option 'interlock.poolSize' must be a whole number from 1 to 1000 but was '0'
                interlock.poolReserve=0      | option 'interlock.poolReserve'
                interlock.poolWait=249ms     | option 'interlock.poolWait' must be a duration from PT0.25S
                interlock.connectTimeout=x   | option 'interlock.connectTimeout'
                interlock.nope=1             | unknown option 'interlock.nope'
                """)
    void names_what_it_does_not_understand(String option, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("jdbc:mysql://h/db?" + option))
                .withMessageContaining(message);
    }

    @Test
    void opens_without_io_and_never_shows_the_password() {
        LockSettings settings = LockSettings.of("jdbc:mysql://u:canary-7391@no.such.host:1/db");
        try (LockBackend backend = new JdbcLockBackendProvider().open(settings)) {
            assertThat(backend.store()).isEqualTo("mysql at no.such.host:1/db, table interlock_lease");
            assertThat(backend.toString()).doesNotContain("canary-7391");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "mysql, com.mysql:mysql-connector-j",
        "mariadb, org.mariadb.jdbc:mariadb-java-client",
        "postgresql, org.postgresql:postgresql"
    })
    void a_missing_driver_is_named(String product, String driver) throws SQLException {
        String uri = "jdbc:" + product + "://h/db";
        Driver present = DriverManager.getDriver(uri);
        DriverManager.deregisterDriver(present);
        try {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new JdbcLockBackendProvider().open(LockSettings.of(uri)))
                    .withMessage("no driver for jdbc:" + product + ": put " + driver + " on the class path");
        } finally {
            DriverManager.registerDriver(present);
        }
    }

    /** The pool shows its whole configuration at level DEBUG before it connects, and drivers quote what they got. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://me:canary-7391@127.0.0.1:1/db?trustCertificateKeyStorePassword=canary-7391",
                "jdbc:mysql://(host=127.0.0.1,port=1)/db?password=canary-7391",
                "jdbc:mysql://me:canary-7391@address=(host=127.0.0.1)(port=1)/db?PASSWORD1=canary-7391",
                "jdbc:mariadb://127.0.0.1:1/db?keyStorePassword=canary-7391&trustStorePassword=canary-7391",
                "jdbc:mariadb://address=(host=127.0.0.1)(port=1)/db?password=canary-7391",
                "jdbc:postgresql://127.0.0.1:1/db?sslpassword=canary-7391&password=canary-7391"
            })
    void a_start_that_fails_shows_no_secret_at_any_level(String uri) {
        LockSettings settings = LockSettings.of(uri)
                .withOption("clientCertificateKeyStorePassword", "canary-7391")
                .withOption("interlock.connectTimeout", "1s");
        try (CapturedLogs logs = new CapturedLogs();
                LockBackend backend = new JdbcLockBackendProvider().open(settings)) {
            assertThatExceptionOfType(LockUnavailableException.class)
                    .isThrownBy(() -> backend.start(new StandaloneContext()))
                    .satisfies(e -> assertThat(Throwables.getStackTrace(e)).doesNotContain("canary-7391"));
            assertThat(logs.text()).contains("interlock-").doesNotContain("canary-7391");
        }
    }

    private static JdbcLockOptions read(String uri) {
        JdbcUrl url = JdbcUrl.of(LockSettings.of(uri));
        return JdbcSettings.read(url.oursInUrl(), url.oursInCode());
    }
}
