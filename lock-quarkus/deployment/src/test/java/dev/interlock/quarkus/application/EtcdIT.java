// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.testbed.server.EtcdServer;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An application whose locks are in etcd. */
final class EtcdIT {

    private static final String URI = "interlock.uri";

    private static @Nullable EtcdServer server;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClass(Reports.class))
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("interlock.options.connect-timeout", "30s")
            .overrideConfigKey("interlock.options.timeout", "20s")
            .overrideConfigKey("interlock.eager", "true")
            .setBeforeAllCustomizer(() -> {
                server = EtcdServer.start();
                System.setProperty(URI, "etcd://" + server.endpoint() + "/shop");
            })
            .setAfterAllCustomizer(() -> {
                System.clearProperty(URI);
                if (server != null) {
                    server.close();
                }
            });

    @Inject
    Reports reports;

    @Inject
    LockClient client;

    @Test
    void a_method_holds_its_lock_on_the_server() {
        assertThat(client.capabilities().backend()).isEqualTo("etcd");
        String holder = reports.report("7", () -> client.inspect("report-7").isPresent() ? "held" : "free");
        assertThat(holder).isEqualTo("held");
        Optional<LockHandle> after = client.lock("report-7").tryAcquire();
        assertThat(after).isPresent();
        after.orElseThrow().close();
    }
}
