// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.micronaut.docs.KnownOptions;
import org.junit.jupiter.api.Test;

final class JdbcOptionsTest {

    @Test
    void the_block_has_the_options_of_the_backend() {
        assertThat(JdbcLockStore.OPTIONS)
                .filteredOn(option -> !option.equals("user") && !option.equals("password"))
                .containsExactlyInAnyOrderElementsOf(KnownOptions.ofJdbc());
    }
}
