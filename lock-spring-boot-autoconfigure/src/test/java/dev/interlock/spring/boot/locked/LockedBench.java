// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockSettings;
import java.util.Map;
import java.util.UUID;
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
        for (Class<?> bean : beans) {
            context.register(bean);
        }
        context.register(InterlockLockedAutoConfiguration.class);
        // As Boot does: a placeholder without a value is an error.
        context.register(PropertySourcesPlaceholderConfigurer.class);
        context.registerBean(LockClient.class, () -> client);
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
}
