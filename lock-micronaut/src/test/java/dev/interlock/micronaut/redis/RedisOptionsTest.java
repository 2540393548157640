// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.micronaut.docs.KnownOptions;
import org.junit.jupiter.api.Test;

final class RedisOptionsTest {

    @Test
    void the_block_has_the_options_of_the_backend() {
        assertThat(RedisLockStore.OPTIONS).containsExactlyInAnyOrderElementsOf(KnownOptions.ofRedis());
    }
}
