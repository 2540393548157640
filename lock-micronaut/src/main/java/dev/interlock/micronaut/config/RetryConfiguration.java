// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import io.micronaut.context.annotation.ConfigurationInject;
import io.micronaut.context.annotation.ConfigurationProperties;
import org.jspecify.annotations.Nullable;

/** The pace of attempts: the properties {@code locks.retry.*}. Immutable. */
@ConfigurationProperties(RetryConfiguration.PREFIX)
final class RetryConfiguration {

    static final String PREFIX = LockConfiguration.PREFIX + ".retry";

    private final RetrySettings settings;

    /**
     * Checks the values.
     *
     * @param firstPause the pause after the first attempt, 1ms to 1h; 10ms if not set
     * @param maxPause the longest pause, 1ms to 1h; 500ms if not set
     * @param maxAttempts the maximum number of attempts of one acquisition, from 1, or {@code unlimited}; unlimited if
     *     not set
     */
    @ConfigurationInject
    RetryConfiguration(@Nullable String firstPause, @Nullable String maxPause, @Nullable String maxAttempts) {
        this.settings = RetrySettings.read(PREFIX + ".", firstPause, maxPause, maxAttempts);
    }

    RetrySettings settings() {
        return settings;
    }
}
