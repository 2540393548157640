// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import dev.interlock.AcquireOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the configuration sets for locks by their name. Thread-safe. */
public interface NameDefaults {

    /**
     * Returns the options for a lock.
     *
     * @param lockName the lock
     * @return the options; components that are not configured are null
     */
    AcquireOptions options(String lockName);

    /**
     * Returns the shortest hold of a lock.
     *
     * @param lockName the lock
     * @return the shortest hold, or null if none is configured
     */
    @Nullable
    Duration minHold(String lockName);

    /**
     * Sets nothing, for clients that know the options of each name themselves.
     *
     * @return the same for every name
     */
    static NameDefaults none() {
        return new NoDefaults();
    }
}
