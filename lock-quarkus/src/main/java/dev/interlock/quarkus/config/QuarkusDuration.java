// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.config;

import dev.interlock.AcquireOptions;
import dev.interlock.annotation.setting.WrittenDuration;
import io.quarkus.runtime.configuration.DurationConverter;
import java.time.Duration;

/** Durations as texts, in the format of Quarkus, with a unit. */
public final class QuarkusDuration {

    private static final String UNLIMITED = "unlimited";

    private QuarkusDuration() {}

    /**
     * Reads a limit of a wait.
     *
     * @param text a duration, or {@code unlimited}
     * @return the duration
     * @throws IllegalArgumentException if it is neither
     */
    public static Duration limit(String text) {
        return text.equals(UNLIMITED) ? AcquireOptions.UNLIMITED : of(text);
    }

    /**
     * Reads a duration of zero to 365 days.
     *
     * @param text such as {@code 500ms}, {@code 30s} or {@code PT10M}
     * @return the duration
     * @throws IllegalArgumentException if it is no such duration, or has no unit
     */
    public static Duration of(String text) {
        return WrittenDuration.of(text, DurationConverter::parseDuration);
    }
}
