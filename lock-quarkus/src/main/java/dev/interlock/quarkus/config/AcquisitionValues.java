// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.config;

import dev.interlock.annotation.setting.WrittenAcquisition;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The values of {@link AcquisitionConfig} for the shared code. Thread-safe. */
interface AcquisitionValues extends WrittenAcquisition {

    AcquisitionConfig acquisition();

    @Override
    default @Nullable Duration lease() {
        return acquisition().lease().orElse(null);
    }

    @Override
    default @Nullable String maxWait() {
        return acquisition().maxWait().orElse(null);
    }

    @Override
    default @Nullable Duration maxHold() {
        return acquisition().maxHold().orElse(null);
    }

    @Override
    default @Nullable Duration lockDelay() {
        return acquisition().lockDelay().orElse(null);
    }

    @Override
    default @Nullable Duration retention() {
        return acquisition().retention().orElse(null);
    }

    @Override
    default @Nullable Pace retry() {
        return acquisition()
                .retry()
                .map(pace -> new PaceValues(
                        pace.firstPause().orElse(null),
                        pace.maxPause().orElse(null),
                        pace.maxAttempts().orElse(null)))
                .orElse(null);
    }

    @Override
    default @Nullable LeaseBounds adaptiveLease() {
        return acquisition()
                .adaptiveLease()
                .map(bounds -> new LeaseBoundsValues(
                        bounds.shortest().orElse(null), bounds.longest().orElse(null)))
                .orElse(null);
    }

    /** The pace of attempts. Immutable. */
    record PaceValues(
            @Nullable Duration firstPause,
            @Nullable Duration maxPause,
            @Nullable String maxAttempts) implements Pace {}

    /** The bounds of leases that adapt. Immutable. */
    record LeaseBoundsValues(
            @Nullable Duration shortest, @Nullable Duration longest) implements LeaseBounds {}
}
