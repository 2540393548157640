// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import static java.util.Objects.requireNonNullElse;

import dev.interlock.HandOff;
import io.micronaut.context.annotation.ConfigurationInject;
import io.micronaut.context.annotation.ConfigurationProperties;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The limits of hand-off among the waiters of an instance: the properties {@code locks.hand-off.*}. Immutable. */
@ConfigurationProperties(HandOffConfiguration.PREFIX)
final class HandOffConfiguration {

    static final String PREFIX = LockConfiguration.PREFIX + ".hand-off";

    private final HandOff handOff;

    /**
     * Checks the values.
     *
     * @param most the maximum number of hand-offs after one grant of the store, 0 to 63; 16 if not set
     * @param within how long after that grant hand-off is possible, 0s to 1m; 50ms if not set
     */
    @ConfigurationInject
    HandOffConfiguration(@Nullable String most, @Nullable String within) {
        Settings settings = new Settings(PREFIX + ".").with("most", most).with("within", within);
        handOff = new HandOff(
                settings.number("most", HandOff.STANDARD.most(), 0, HandOff.MAX_MOST),
                requireNonNullElse(
                        settings.duration("within", Duration.ZERO, HandOff.MAX_WITHIN), HandOff.STANDARD.within()));
    }

    HandOff handOff() {
        return handOff;
    }
}
