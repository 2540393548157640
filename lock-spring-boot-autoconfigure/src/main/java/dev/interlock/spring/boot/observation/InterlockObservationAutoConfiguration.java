// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.observation;

import dev.interlock.spring.boot.InterlockAutoConfiguration;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Observes calls of {@code @Locked} methods, if the application has a registry of observations. */
@AutoConfiguration(
        after = InterlockAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean(ObservationRegistry.class)
final class InterlockObservationAutoConfiguration {

    @Bean
    LockedCallObserver interlockLockedCallObserver(ObservationRegistry registry) {
        return new LockedCallObserver(registry);
    }
}
