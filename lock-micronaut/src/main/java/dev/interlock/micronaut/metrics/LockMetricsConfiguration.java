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

/** Which locks get a tag of their own: the properties {@code locks.metrics.*}. Immutable. */
@ConfigurationProperties(LockMetricsConfiguration.PREFIX)
final class LockMetricsConfiguration {

    static final String PREFIX = LockConfiguration.PREFIX + ".metrics";

    /** As many as the meters allow; written out, since Micrometer may not be there. */
    private static final int MAX_NAMES = 100;

    private final List<NamePattern> names;

    /**
     * Checks the names.
     *
     * @param names names of locks, or starts of names followed by {@code *}, that meters are told apart by, at
     *     most 100
     */
    @ConfigurationInject
    LockMetricsConfiguration(@Nullable List<String> names) {
        if (names != null && names.size() > MAX_NAMES) {
            throw new ConfigurationException(PREFIX + ".names must have at most " + MAX_NAMES + " names but has "
                    + names.size() + ": each makes more than twenty meters; let some end with *");
        }
        this.names = names == null
                ? List.of()
                : names.stream()
                        .map(name -> Settings.namePattern(PREFIX + ".names", name))
                        .toList();
    }

    /** Names of locks, or starts of names. */
    List<NamePattern> names() {
        return names;
    }
}
