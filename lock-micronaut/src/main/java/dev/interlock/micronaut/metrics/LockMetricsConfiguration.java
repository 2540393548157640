// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.metrics;

import dev.interlock.NamePattern;
import dev.interlock.micronaut.config.LockConfiguration;
import dev.interlock.micronaut.config.Settings;
import io.micronaut.context.annotation.ConfigurationInject;
import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.context.exceptions.ConfigurationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The locks that get their own tag value: the properties {@code locks.metrics.*}. Immutable. */
@ConfigurationProperties(LockMetricsConfiguration.PREFIX)
final class LockMetricsConfiguration {

    static final String PREFIX = LockConfiguration.PREFIX + ".metrics";

    /** The maximum of the meters. Repeated here, because Micrometer may not be on the class path. */
    private static final int MAX_NAMES = 100;

    private final List<NamePattern> names;

    /**
     * Checks the names.
     *
     * @param names names of locks, or name prefixes followed by {@code *}, for which meters are separate; at most 100
     */
    @ConfigurationInject
    LockMetricsConfiguration(@Nullable List<String> names) {
        if (names != null && names.size() > MAX_NAMES) {
            throw new ConfigurationException(PREFIX + ".names must have at most " + MAX_NAMES + " names but has "
                    + names.size() + ": each makes more than thirty meters; let some end with *");
        }
        this.names = names == null
                ? List.of()
                : names.stream()
                        .map(name -> Settings.namePattern(PREFIX + ".names", name))
                        .toList();
    }

    /** Names of locks, or name prefixes. */
    List<NamePattern> names() {
        return names;
    }
}
