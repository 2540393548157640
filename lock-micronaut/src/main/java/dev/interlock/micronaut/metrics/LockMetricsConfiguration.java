// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.metrics;

import dev.interlock.NamePattern;
import dev.interlock.micronaut.config.LockConfiguration;
import dev.interlock.micronaut.config.Settings;
import io.micronaut.context.annotation.ConfigurationInject;
import io.micronaut.context.annotation.ConfigurationProperties;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which locks get a tag of their own: the properties {@code locks.metrics.*}. Immutable. */
@ConfigurationProperties(LockMetricsConfiguration.PREFIX)
final class LockMetricsConfiguration {

    static final String PREFIX = LockConfiguration.PREFIX + ".metrics";

    private static final String OTHER = "other";

    private final List<NamePattern> names;

    /**
     * Checks the names.
     *
     * @param names names of locks, or starts of names followed by {@code *}, that meters are told apart by
     */
    @ConfigurationInject
    LockMetricsConfiguration(@Nullable List<String> names) {
        this.names = names == null
                ? List.of()
                : names.stream()
                        .map(name -> Settings.namePattern(PREFIX + ".names", name))
                        .toList();
    }

    /** The tag of a lock: what is listed and not the name itself, so that there are no more tags than entries. */
    Optional<String> tag(String lockName) {
        if (names.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(names.stream()
                .filter(pattern -> pattern.matches(lockName))
                .map(NamePattern::text)
                .findFirst()
                .orElse(OTHER));
    }
}
