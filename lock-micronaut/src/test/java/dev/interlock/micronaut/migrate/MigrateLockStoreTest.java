// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import io.micronaut.context.ApplicationContext;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A move of locks by the uri of a Micronaut application. */
final class MigrateLockStoreTest {

    private static final String URI = "migrate:from=memory:micronaut-from&to=memory:micronaut-to&phase=both";

    @Test
    void a_move_needs_its_uri_only() throws InterruptedException {
        try (ApplicationContext context = ApplicationContext.run(Map.of("locks.uri", URI));
                LockClient old = LockClient.connect("memory:micronaut-from");
                LockHandle handle = context.getBean(LockClient.class).lock("a").acquire()) {
            assertThat(handle.fencingToken()).isPositive();
            assertThat(old.lock("a").tryAcquire()).isEmpty();
        }
    }

    @Test
    void without_a_uri_nothing_names_the_stores() {
        assertThatThrownBy(() -> start(Map.of("locks.backend", "migrate")))
                .rootCause()
                .hasMessageContaining("locks.backend is 'migrate' but nothing names the stores: set locks.uri");
    }

    @Test
    void options_of_the_stores_go_to_them() {
        assertThatThrownBy(() -> start(Map.of("locks.uri", URI, "locks.migrate.from.password", "secret")))
                .hasStackTraceContaining("unknown option 'password'");
    }

    private static void start(Map<String, Object> properties) {
        try (ApplicationContext context = ApplicationContext.run(properties)) {
            context.getBean(LockClient.class);
        }
    }
}
