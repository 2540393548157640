// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.LockSettings;
import dev.interlock.jdbc.JdbcLockOptions.Mode;
import dev.interlock.jdbc.JdbcLockOptions.Pool;
import dev.interlock.jdbc.JdbcLockOptions.Schema;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import java.time.Duration;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    private static JdbcLockOptions read(String uri) {
        return JdbcLockBackendProvider.read(JdbcUrl.of(LockSettings.of(uri)));
    }
}
