// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import dev.interlock.AcquireOptions;
import dev.interlock.NamePattern;
import io.micronaut.context.exceptions.ConfigurationException;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The settings of locks by name. Of the patterns that match a name, only the most exact one applies. Immutable. */
@Singleton
public final class NamedLocks {

    private final Map<NamePattern, NamedLockConfiguration> blocks = new HashMap<>();

    /**
     * Collects the blocks.
     *
     * @param blocks one for each pattern
     * @throws ConfigurationException if two have the same pattern
     */
    NamedLocks(List<NamedLockConfiguration> blocks) {
        for (NamedLockConfiguration block : blocks) {
            if (this.blocks.put(block.pattern(), block) != null) {
                throw new ConfigurationException(NamedLockConfiguration.PREFIX + " has two blocks for '"
                        + block.pattern() + "', and nothing says which one counts: put their properties into one");
            }
        }
    }

    /**
     * The options of all blocks.
     *
     * @return by pattern
     */
    public Map<NamePattern, AcquireOptions> defaults() {
        return blocks.values().stream()
                .collect(Collectors.toMap(NamedLockConfiguration::pattern, NamedLockConfiguration::options));
    }

    /**
     * Returns the settings for a lock.
     *
     * @param lockName the lock
     * @return the settings of the most exact pattern that matches; without one, settings that inherit everything
     */
    public LockDefaults defaultsFor(String lockName) {
        return blocks.keySet().stream()
                .filter(pattern -> pattern.matches(lockName))
                .min(Comparator.naturalOrder())
                .map(blocks::get)
                .map(block -> new LockDefaults(block.options(), block.minHold()))
                .orElse(LockDefaults.NONE);
    }

    /**
     * The settings of a lock that is configured by its name.
     *
     * @param options the options; values that are not configured inherit
     * @param minHold the shortest hold, or null
     */
    public record LockDefaults(
            AcquireOptions options, @Nullable Duration minHold) {

        private static final LockDefaults NONE = new LockDefaults(AcquireOptions.inherited(), null);
    }
}
