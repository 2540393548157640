// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import dev.interlock.AcquireOptions;
import dev.interlock.NamePattern;
import io.micronaut.context.exceptions.ConfigurationException;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is configured for locks by their names: of the patterns that match, the most exact one counts. Immutable. */
@Singleton
public final class NamedLocks {

    private final Map<NamePattern, NamedLockConfiguration> blocks = new HashMap<>();

    /**
     * Takes the blocks.
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
     * What differs for a lock.
     *
     * @param lockName the lock
     * @return of the most exact pattern that matches; without one, nothing differs
     */
    public LockDefaults defaultsFor(String lockName) {
        return NamePattern.mostExact(blocks.keySet(), lockName)
                .map(blocks::get)
                .map(block -> new LockDefaults(block.options(), block.minHold()))
                .orElse(LockDefaults.NONE);
    }

    /**
     * What differs for a lock that is configured by its name.
     *
     * @param options inherit what is not configured
     * @param minHold the shortest hold, or null
     */
    public record LockDefaults(
            AcquireOptions options, @Nullable Duration minHold) {

        private static final LockDefaults NONE = new LockDefaults(AcquireOptions.inherited(), null);
    }
}
