// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import dev.interlock.AcquireOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Nothing is configured by name. */
final class NoDefaults implements NameDefaults {

    @Override
    public AcquireOptions options(String lockName) {
        return AcquireOptions.inherited();
    }

    @Override
    public @Nullable Duration minHold(String lockName) {
        return null;
    }
}
