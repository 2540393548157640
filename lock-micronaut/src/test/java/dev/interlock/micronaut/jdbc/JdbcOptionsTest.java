// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcLockOptions.Mode;
import dev.interlock.jdbc.options.JdbcLockOptions.Schema;
import dev.interlock.micronaut.client.StoreProperties;
import dev.interlock.micronaut.docs.KnownOptions;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JdbcOptionsTest {

    @Test
    void the_options_of_locks_count_next_to_a_data_source_of_the_application() {
        try (ApplicationContext context = ApplicationContext.run(Map.of(
                "locks.backend", "memory",
                "locks.jdbc.mode", "row-lock",
                "locks.jdbc.table", "till_locks",
                "locks.jdbc.schema", "create",
                "locks.jdbc.timeout", "3s",
                "locks.jdbc.max-held", "7"))) {
            StoreProperties block = new StoreProperties(context, "locks.jdbc", "interlock.", JdbcLockStore.OPTIONS);
            assertThat(JdbcProperties.options(block))
                    .isEqualTo(new JdbcLockOptions(
                            Mode.ROW_LOCK,
                            "till_locks",
                            Schema.CREATE,
                            Duration.ofSeconds(3),
                            7,
                            JdbcLockOptions.ROW_LOCK.pool()));
        }
    }

    @Test
    void the_block_has_the_options_of_the_backend() {
        assertThat(JdbcLockStore.OPTIONS)
                .filteredOn(option -> !option.equals("user") && !option.equals("password"))
                .containsExactlyInAnyOrderElementsOf(KnownOptions.ofJdbc());
    }
}
