// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.metrics;

import dev.interlock.LockGroups;
import dev.interlock.micrometer.LockMeters;
import dev.interlock.micrometer.LockTags;
import dev.interlock.micronaut.client.ChosenStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;

/** Creates the meters of the configured client. They are a listener of that client. */
@Factory
@Requires(classes = MeterRegistry.class)
@Requires(beans = MeterRegistry.class)
@Requires(property = "micronaut.metrics.binders.locks.enabled", notEquals = "false", defaultValue = "true")
final class LockMetersFactory {

    /**
     * Registers the meters before the client connects.
     *
     * @param registry the registry
     * @param configuration the locks that get their own tag value
     * @param chosen the store, whose kind is a tag of all meters
     * @return the meters, which are removed when the context ends
     */
    @Singleton
    @Bean(preDestroy = "close")
    LockMeters lockMeters(MeterRegistry registry, LockMetricsConfiguration configuration, ChosenStore chosen) {
        return new LockMeters(
                registry,
                new LockTags(Tags.of(LockTags.BACKEND, chosen.backend()), LockGroups.of(configuration.names())));
    }
}
