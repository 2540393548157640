// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import dev.interlock.AcquireOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** Durations as texts in annotations: those of Boot, with a unit. */
public final class WrittenDuration {

    private WrittenDuration() {}

    /**
     * Reads a duration of zero to 365 days.
     *
     * @param text such as {@code 500ms}, {@code 30s} or {@code PT10M}
     * @return the duration
     * @throws IllegalArgumentException if it is no such duration, or has no unit
     */
    public static Duration of(String text) {
        try {
            // Without a unit it would be milliseconds, which the writer of '30' hardly meant.
            if (!text.isEmpty() && !Character.isDigit(text.charAt(text.length() - 1))) {
                Duration duration = DurationStyle.detectAndParse(text);
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
