// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.setting;

import dev.interlock.AcquireOptions;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Durations as texts, in the format of a framework, with a unit. */
public final class WrittenDuration {

    private WrittenDuration() {}

    /**
     * Reads a duration of zero to 365 days.
     *
     * @param text such as {@code 500ms}, {@code 30s} or {@code PT10M}
     * @param format reads a text as the framework does; throws IllegalArgumentException if it cannot
     * @return the duration
     * @throws IllegalArgumentException if it is no such duration, or has no unit
     */
    public static Duration of(String text, Function<String, Duration> format) {
        try {
            // Without a unit some frameworks read seconds and others milliseconds.
            if (!text.isEmpty() && !Character.isDigit(text.charAt(text.length() - 1))) {
                Duration duration = format.apply(text);
                if (!duration.isNegative() && duration.compareTo(AcquireOptions.MAX_LEASE) <= 0) {
                    return duration;
                }
            }
        } catch (IllegalArgumentException e) {
            throw refused(text, e);
        }
        throw refused(text, null);
    }

    private static IllegalArgumentException refused(String text, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "must be a duration with a unit, such as 500ms, 30s or PT10M, of zero to 365 days, but was '" + text
                        + "'",
                cause);
    }
}
