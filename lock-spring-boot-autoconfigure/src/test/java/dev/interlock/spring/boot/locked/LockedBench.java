// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockSettings;
import dev.interlock.annotation.call.NameDefaults;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.support.PropertySourcesPlaceholderConfigurer;
import org.springframework.core.env.MapPropertySource;

/** A small application with annotated beans and a client in memory. */
final class LockedBench implements AutoCloseable {

    final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    final LockClient client = LockClient.connect(LockSettings.of("memory:" + UUID.randomUUID())
            .withClient(ClientOptions.STANDARD.withDefaults(AcquireOptions.waitAtMost(AcquireOptions.UNLIMITED))));

    LockedBench(Class<?>... beans) {
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("test.lease", "45s", "test.shop", "north")));
        context.register(beans);
        context.register(LockedAutoConfiguration.class);
        // As Boot does: a placeholder without a value is an error.
        context.register(PropertySourcesPlaceholderConfigurer.class);
        context.registerBean(LockClient.class, () -> client);
        context.registerBean(NameDefaults.class, NoDefaults::new);
    }

    LockedBench start() {
        context.refresh();
        return this;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
        client.close();
    }

    /** A configuration without blocks. */
    private static final class NoDefaults implements NameDefaults {

        @Override
        public AcquireOptions options(String lockName) {
            return AcquireOptions.inherited();
        }

        @Override
        public @Nullable Duration minHold(String lockName) {
            return null;
        }
    }
}
