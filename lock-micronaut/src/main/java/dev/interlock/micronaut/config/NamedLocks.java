// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import dev.interlock.AcquireOptions;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds what is configured for a lock by its name: the exact name first, then the longest start. Thread-safe. */
@Singleton
public final class NamedLocks {

    private static final Comparator<NamedLockConfiguration> MOST_EXACT_FIRST = Comparator.comparing(
                    (NamedLockConfiguration each) -> each.pattern().family())
            .thenComparing(each -> -each.pattern().text().length())
            .thenComparing(each -> each.pattern().text());

    private final List<NamedLockConfiguration> blocks;

    NamedLocks(List<NamedLockConfiguration> blocks) {
        this.blocks = blocks.stream().sorted(MOST_EXACT_FIRST).toList();
    }

    /**
     * What differs for a lock.
     *
     * @param lockName the lock
     * @return options that inherit what is not configured
     */
    public AcquireOptions options(String lockName) {
        return block(lockName).map(NamedLockConfiguration::options).orElseGet(AcquireOptions::inherited);
    }

    /**
     * The shortest hold that is configured for a lock.
     *
     * @param lockName the lock
     * @return the duration, or null
     */
    public @Nullable Duration minHold(String lockName) {
        return block(lockName).map(NamedLockConfiguration::minHold).orElse(null);
    }

    private Optional<NamedLockConfiguration> block(String lockName) {
        return blocks.stream().filter(each -> each.pattern().matches(lockName)).findFirst();
    }
}
