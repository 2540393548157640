// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import dev.interlock.AcquireOptions;
import dev.interlock.NamePattern;
import dev.interlock.annotation.call.NameDefaults;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The shortest holds of {@code @Locked} methods, from the blocks of named locks. Of the patterns that match a name, only
 * the most exact one applies. The client knows all other options of a name itself. Immutable.
 */
public final class NamedMinHolds implements NameDefaults {

    /** For clients that have no blocks. */
    public static final NamedMinHolds NONE = new NamedMinHolds(Map.of());

    private final Map<NamePattern, Optional<Duration>> holds;

    private NamedMinHolds(Map<NamePattern, Optional<Duration>> holds) {
        this.holds = holds;
    }

    /**
     * Reads the blocks of a client.
     *
     * @param prefix the start of the client's properties, with the last dot
     * @param blocks the blocks by name
     * @return the shortest holds of these blocks, and of those here whose pattern they do not have
     * @throws LockConfigurationException if one is negative or longer than a lease can be
     */
    public NamedMinHolds with(String prefix, Map<String, ClientProperties.NamedLock> blocks) {
        Map<NamePattern, Optional<Duration>> all = new HashMap<>(holds);
        blocks.forEach((name, block) -> {
            Duration minHold = block.minHold();
            if (minHold != null && (minHold.isNegative() || minHold.compareTo(AcquireOptions.MAX_LEASE) > 0)) {
                String property = prefix + "named." + name + ".min-hold";
                throw new LockConfigurationException(
                        property + " is " + minHold + ", which is refused: it must be 0s to "
                                + AcquireOptions.MAX_LEASE.toDays() + "d",
                        "Correct " + property + ".",
                        null);
            }
            all.put(new NamePattern(Objects.requireNonNullElse(block.pattern(), name)), Optional.ofNullable(minHold));
        });
        return new NamedMinHolds(all);
    }

    @Override
    public AcquireOptions options(String lockName) {
        return AcquireOptions.inherited();
    }

    @Override
    public @Nullable Duration minHold(String lockName) {
        return holds.keySet().stream()
                .filter(pattern -> pattern.matches(lockName))
                .min(Comparator.naturalOrder())
                .flatMap(holds::get)
                .orElse(null);
    }
}
