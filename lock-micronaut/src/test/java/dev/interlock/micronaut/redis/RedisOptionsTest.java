// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.micronaut.docs.KnownOptions;
import dev.interlock.redis.options.RedisLockOptions;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RedisOptionsTest {

    @Test
    void the_options_of_locks_count_next_to_a_client_of_the_application() {
        RedisLockOptions standard = RedisLockOptions.STANDARD;
        try (ApplicationContext context = ApplicationContext.run(Map.of(
                "locks.backend", "memory",
                "locks.redis.prefix", "till",
                "locks.redis.token-ttl", "2d",
                "locks.redis.poll-fallback", "3s"))) {
            assertThat(context.getBean(RedisLockStore.class).options())
                    .isEqualTo(new RedisLockOptions(
                            standard.server(),
                            standard.pool(),
                            "till",
                            Duration.ofDays(2),
                            Duration.ofSeconds(3),
                            standard.acknowledged()));
        }
    }

    @Test
    void the_block_has_the_options_of_the_backend() {
        assertThat(RedisLockStore.OPTIONS).containsExactlyInAnyOrderElementsOf(KnownOptions.ofRedis());
    }
}
