// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.metrics;

import dev.interlock.spring.boot.InterlockAutoConfiguration;
import dev.interlock.spring.boot.config.InterlockProperties;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Meters of the lock clients, if the application has a registry of meters. */
@AutoConfiguration(
        after = InterlockAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, InterlockProperties.class})
@ConditionalOnProperty(name = "interlock.metrics.enabled", matchIfMissing = true)
final class InterlockMetricsAutoConfiguration {

    @Bean(destroyMethod = "close")
    ClientMeters interlockMeters(MeterRegistry registry, InterlockProperties properties) {
        return new ClientMeters(registry, properties.metrics().names());
    }
}
