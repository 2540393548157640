// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.metrics;

import dev.interlock.micrometer.LockMeters;
import dev.interlock.micrometer.LockTags;
import dev.interlock.micronaut.client.ChosenStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;

/** Makes the meters of the client that was made from the configuration, which hears of them as a listener. */
@Factory
@Requires(classes = MeterRegistry.class)
@Requires(beans = MeterRegistry.class)
@Requires(property = "micronaut.metrics.binders.locks.enabled", notEquals = "false", defaultValue = "true")
final class LockMetersFactory {

    /**
     * Registers the meters, before anything connects.
     *
     * @param registry where to
     * @param configuration which locks get a tag of their own
     * @param chosen the store, whose kind is a tag of all
     * @return the meters, taken out with the end of the context
     */
    @Singleton
    @Bean(preDestroy = "close")
    LockMeters lockMeters(MeterRegistry registry, LockMetricsConfiguration configuration, ChosenStore chosen) {
        return new LockMeters(
                registry, new LockTags(Tags.of(LockTags.BACKEND, chosen.backend()), configuration.names()));
    }
}
