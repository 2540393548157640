// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import io.micronaut.context.annotation.ConfigurationInject;
import io.micronaut.context.annotation.ConfigurationProperties;
import org.jspecify.annotations.Nullable;

/** The bounds of adaptive leases: the properties {@code locks.adaptive-lease.*}. Immutable. */
@ConfigurationProperties(AdaptiveLeaseConfiguration.PREFIX)
final class AdaptiveLeaseConfiguration {

    static final String PREFIX = LockConfiguration.PREFIX + ".adaptive-lease";

    private final AdaptiveLeaseSettings settings;

    /**
     * Checks the values.
     *
     * @param shortest the shortest lease, 10ms to 365d; null, together with {@code longest}, means fixed leases
     * @param longest the longest lease, {@code shortest} to 365d
     */
    @ConfigurationInject
    AdaptiveLeaseConfiguration(@Nullable String shortest, @Nullable String longest) {
        this.settings = AdaptiveLeaseSettings.read(PREFIX + ".", shortest, longest);
    }

    AdaptiveLeaseSettings settings() {
        return settings;
    }
}
