// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.config;

import dev.interlock.annotation.setting.WrittenClient;
import dev.interlock.annotation.setting.WrittenFamily;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The values of {@link ClientConfig} for the shared code. Thread-safe. */
record ClientValues(ClientConfig config) implements AcquisitionValues, WrittenClient {

    @Override
    public AcquisitionConfig acquisition() {
        return config.acquisition();
    }

    @Override
    public @Nullable String holderHint() {
        return config.holderHint().orElse(null);
    }

    @Override
    public @Nullable Integer renewalThreads() {
        return boxed(config.renewalThreads());
    }

    @Override
    public @Nullable HandOffBounds handOff() {
        return config.handOff()
                .map(bounds ->
                        new HandOffValues(boxed(bounds.most()), bounds.within().orElse(null)))
                .orElse(null);
    }

    @Override
    public @Nullable Duration closeTimeout() {
        return config.closeTimeout().orElse(null);
    }

    @Override
    public @Nullable Duration closeGrace() {
        return config.closeGrace().orElse(null);
    }

    @Override
    public Map<String, FamilyValues> named() {
        Map<String, FamilyValues> named = new TreeMap<>();
        config.named().forEach((block, family) -> named.put(block, new FamilyValues(family)));
        return named;
    }

    private static @Nullable Integer boxed(OptionalInt value) {
        return value.isPresent() ? value.getAsInt() : null;
    }

    /** The limits of hand-off. Immutable. */
    private record HandOffValues(
            @Nullable Integer most, @Nullable Duration within) implements HandOffBounds {}

    /** The values of a block of {@code interlock.named}. Thread-safe. */
    record FamilyValues(NamedLockConfig config) implements AcquisitionValues, WrittenFamily {

        @Override
        public AcquisitionConfig acquisition() {
            return config.acquisition();
        }

        @Override
        public @Nullable String pattern() {
            return config.pattern().orElse(null);
        }
    }
}
