// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.etcd.options.EtcdLockOptions;
import dev.interlock.etcd.options.EtcdLockOptions.Server;
import dev.interlock.micronaut.docs.KnownOptions;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EtcdOptionsTest {

    @Test
    void the_options_of_locks_count_next_to_a_client_of_the_application() {
        try (ApplicationContext context = ApplicationContext.run(Map.of(
                "locks.backend", "memory",
                "locks.etcd.namespace", "/team/locks/",
                "locks.etcd.connect-timeout", "2s",
                "locks.etcd.timeout", "3s",
                "locks.etcd.poll-fallback", "4s"))) {
            assertThat(context.getBean(EtcdLockStore.class).options())
                    .isEqualTo(new EtcdLockOptions(
                            new Server(Server.STANDARD.endpoints(), Duration.ofSeconds(2), null, null, null),
                            "team/locks",
                            Duration.ofSeconds(3),
                            Duration.ofSeconds(4)));
        }
    }

    @Test
    void the_block_has_the_options_of_the_backend() {
        assertThat(EtcdLockStore.OPTIONS).containsExactlyInAnyOrderElementsOf(KnownOptions.ofEtcd());
    }
}
