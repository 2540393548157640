// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations such as {@code 500ms}, {@code 10s}, {@code 5m}, {@code 1h}, {@code 1d} and {@code PT1H30M}. */
final class TimeOption implements ITypeConverter<Duration> {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    @Override
    public Duration convert(String value) {
        Matcher matcher = FORM.matcher(value.toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            long number = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                default -> Duration.ofDays(number);
            };
        }
        try {
            return Duration.parse(value);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("'" + value + "' is no duration: write 500ms, 10s, 5m, 1h or 1d");
        }
    }

    /** In the largest unit that shows it whole, rounded down to milliseconds. */
    static String text(Duration time) {
        long millis = time.toMillis();
        if (millis % 1_000 != 0) {
            return millis < 10_000 ? millis + "ms" : String.format(Locale.ROOT, "%.1fs", millis / 1_000.0);
        }
        long seconds = millis / 1_000;
        if (seconds % 60 != 0 || seconds == 0) {
            return seconds + "s";
        }
        return seconds % 3_600 != 0 ? seconds / 60 + "m" : seconds / 3_600 + "h";
    }
}
