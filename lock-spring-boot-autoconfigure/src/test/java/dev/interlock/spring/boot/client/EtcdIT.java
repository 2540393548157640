// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.testbed.server.EtcdServer;
import org.junit.jupiter.api.Test;

/** Locks in etcd need the uri and the module, and nothing of the application. */
final class EtcdIT {

    @Test
    void a_lock_is_at_the_server_of_the_uri() {
        try (EtcdServer server = EtcdServer.start()) {
            Contexts.with(
                            "interlock.uri=etcd://" + server.endpoint() + "/shop",
                            "interlock.options.connect-timeout=30s",
                            "interlock.options.timeout=20s")
                    .run(context -> {
                        LockClient client = context.getBean(LockClient.class);
                        try (LockHandle handle =
                                client.lock("orders").tryAcquire().orElseThrow()) {
                            assertThat(handle.fencingToken()).isPositive();
                            assertThat(server.has("shop/orders/holder")).isTrue();
                        }
                        assertThat(server.has("shop/orders/holder")).isFalse();
                    });
        }
    }
}
