// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.micronaut.docs.KnownOptions;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ZookeeperOptionsTest {

    @Test
    void the_options_of_locks_count_next_to_a_client_of_the_application() {
        try (ApplicationContext context = ApplicationContext.run(Map.of(
                "locks.backend", "memory",
                "locks.zookeeper.base", "/team/locks/",
                "locks.zookeeper.acl", "open",
                "locks.zookeeper.timeout", "3s",
                "locks.zookeeper.poll-fallback", "4s"))) {
            assertThat(context.getBean(ZookeeperLockStore.class).options())
                    .isEqualTo(new ZookeeperLockOptions(
                            ZookeeperLockOptions.STANDARD.server(),
                            "team/locks",
                            ZookeeperLockOptions.Access.OPEN,
                            Duration.ofSeconds(3),
                            Duration.ofSeconds(4)));
        }
    }

    @Test
    void the_block_has_the_options_of_the_backend() {
        assertThat(ZookeeperLockStore.OPTIONS).containsExactlyInAnyOrderElementsOf(KnownOptions.ofZookeeper());
    }
}
