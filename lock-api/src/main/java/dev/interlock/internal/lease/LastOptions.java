// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.lease;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import org.jspecify.annotations.Nullable;

/**
 * The options of the last acquisition, for a next one that asks for the same: most callers pass the same object each
 * time. Thread-safe.
 */
public final class LastOptions {

    private volatile @Nullable Merge last;

    /** As {@link EffectiveOptions#of}. */
    public EffectiveOptions of(AcquireOptions options, AcquireOptions defaults, Capabilities capabilities) {
        Merge known = last;
        if (known == null || !known.isOf(options, defaults, capabilities)) {
            EffectiveOptions merged = EffectiveOptions.of(options, defaults, capabilities);
            known = new Merge(options, defaults, capabilities, merged);
            last = known;
        }
        return known.merged;
    }

    private record Merge(
            AcquireOptions options, AcquireOptions defaults, Capabilities capabilities, EffectiveOptions merged) {

        /** The same objects; a comparison of what is in them costs as much as to merge them. */
        @SuppressWarnings("ReferenceEquality")
        boolean isOf(AcquireOptions other, AcquireOptions otherDefaults, Capabilities otherCapabilities) {
            return options == other && defaults == otherDefaults && capabilities == otherCapabilities;
        }
    }
}
