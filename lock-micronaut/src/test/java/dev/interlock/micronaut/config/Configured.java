// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySource.Origin;
import io.micronaut.context.env.PropertySource.PropertyConvention;
import java.util.HashMap;
import java.util.Map;

/** An application with locks in memory, and the options that it took from its configuration. */
record Configured(ApplicationContext context) implements AutoCloseable {

    static Configured by(Map<String, Object> properties) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("locks.backend", "memory");
        return new Configured(ApplicationContext.run(all));
    }

    static Configured byVariables(Map<String, Object> properties, Map<String, Object> variables) {
        return new Configured(ApplicationContext.builder(properties)
                .propertySources(PropertySource.of(
                        "variables", variables, PropertyConvention.ENVIRONMENT_VARIABLE, Origin.of("the environment")))
                .start());
    }

    static void refused(Map<String, Object> properties, String message) {
        assertThatThrownBy(() -> by(properties).close()).hasMessageContaining(message);
    }

    /** What counts for all locks. */
    AcquireOptions general() {
        return context.getBean(LockConfiguration.class).defaults();
    }

    /** What differs for one. */
    AcquireOptions named(String lock) {
        return context.getBean(NamedLocks.class).defaultsFor(lock).options();
    }

    @Override
    public void close() {
        context.close();
    }
}
