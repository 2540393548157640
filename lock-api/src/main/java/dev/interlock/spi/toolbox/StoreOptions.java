// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a backend's options and rejects unknown ones, so that all backends report the same mistake in the same way. Not
 * thread-safe: read the options once, at the start.
 */
public final class StoreOptions {

    private static final String PREFIX = "interlock.";
    private static final Pattern DURATION = Pattern.compile("(\\d{1,15})(ms|s|m|h|d)");

    /** Options that do not belong to the store, and where they belong. */
    private static final Map<String, String> OF_THE_CLIENT = ofTheClient();

    private final Map<String, String> values;
    private final Set<String> known = new HashSet<>();

    /**
     * Combines the options of a connection string with options from code, which take precedence.
     *
     * @param fromUri the options of the connection string
     * @param fromCode the options of the settings
     */
    public StoreOptions(Map<String, String> fromUri, Map<String, String> fromCode) {
        values = new HashMap<>(fromUri);
        // Removed before any is added, so that text(..) sees both spellings if the code gives both.
        fromCode.keySet().forEach(name -> values.remove(otherSpelling(name)));
        values.putAll(fromCode);
    }

    /**
     * Reads a text. The option may be set with the prefix {@code interlock.} or without it.
     *
     * @param name the option
     * @param fallback used if the option is not set; may be null
     * @return the value or the fallback
     * @throws IllegalArgumentException if the option is set in both spellings
     */
    public @Nullable String text(String name, @Nullable String fallback) {
        known.add(name);
        String other = otherSpelling(name);
        String value = values.get(name);
        String alike = values.get(other);
        if (value != null && alike != null) {
            throw new IllegalArgumentException(
                    "option '" + name + "' is also given as '" + other + "': remove one of them");
        }
        return value != null ? value : alike != null ? alike : fallback;
    }

    /** An option may be written with or without the prefix, whichever its store prefers. */
    private static String otherSpelling(String name) {
        return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : PREFIX + name;
    }

    /**
     * Reads an integer.
     *
     * @param name the option
     * @param fallback used if the option is not set
     * @param least the minimum
     * @param most the maximum
     * @return the value or the fallback
     * @throws IllegalArgumentException if the value is not a number or out of bounds
     */
    public int number(String name, int fallback, int least, int most) {
        String value = text(name, null);
        if (value == null) {
            return fallback;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw bad(name, "a whole number from " + least + " to " + most, value);
        }
        throw bad(name, "a whole number from " + least + " to " + most, value);
    }

    /**
     * Reads a boolean.
     *
     * @param name the option
     * @param fallback used if the option is not set
     * @return the value or the fallback
     * @throws IllegalArgumentException if the value is neither {@code true} nor {@code false}
     */
    public boolean flag(String name, boolean fallback) {
        String value = text(name, null);
        if (value == null) {
            return fallback;
        }
        if (!value.equals("true") && !value.equals("false")) {
            throw bad(name, "true or false", value);
        }
        return value.equals("true");
    }

    /**
     * Reads a duration: a number with the unit ms, s, m, h or d, or the ISO-8601 form.
     *
     * @param name the option
     * @param fallback used if the option is not set
     * @param least the minimum
     * @param most the maximum
     * @return the value or the fallback
     * @throws IllegalArgumentException if the value is not a duration or out of bounds
     */
    public Duration duration(String name, Duration fallback, Duration least, Duration most) {
        String value = text(name, null);
        if (value == null) {
            return fallback;
        }
        String expected = "a duration from " + least + " to " + most + ", such as 500ms, 2s or PT2S";
        Duration duration = parse(value);
        if (duration == null || duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
            throw bad(name, expected, value);
        }
        return duration;
    }

    private static @Nullable Duration parse(String value) {
        Matcher matcher = DURATION.matcher(value);
        try {
            if (!matcher.matches()) {
                return Duration.parse(value);
            }
            long amount = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                default -> Duration.ofDays(amount);
            };
        } catch (DateTimeParseException | ArithmeticException e) {
            return null;
        }
    }

    /**
     * Rejects unknown options. Call it after the last option was read.
     *
     * @throws IllegalArgumentException if an option is set that was not read
     */
    public void refuseUnknown() {
        Set<String> unknown = new TreeSet<>(values.keySet());
        unknown.removeIf(name -> known.contains(name) || known.contains(otherSpelling(name)));
        unknown.forEach(StoreOptions::requireNoneOfTheClient);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "unknown option '" + unknown.iterator().next() + "'; known options are " + new TreeSet<>(known));
        }
    }

    /**
     * Rejects an option that belongs to an acquisition or to the client.
     *
     * @param option the option's name; the part up to its last dot is ignored
     * @throws IllegalArgumentException if it is an option of {@link AcquireOptions} or {@link ClientOptions}
     */
    public static void requireNoneOfTheClient(String option) {
        String place = OF_THE_CLIENT.get(option.substring(option.lastIndexOf('.') + 1));
        if (place != null) {
            throw new IllegalArgumentException("'" + option + "' is not an option of the store: say it in " + place);
        }
    }

    private static Map<String, String> ofTheClient() {
        String acquire = "AcquireOptions, for one call or by ClientOptions.withDefaults for all";
        String client = "ClientOptions";
        return Map.ofEntries(
                Map.entry("maxWait", acquire),
                Map.entry("wait", acquire),
                Map.entry("waitTime", acquire),
                Map.entry("lease", acquire),
                Map.entry("leaseTime", acquire),
                Map.entry("renewal", acquire),
                Map.entry("maxHold", acquire),
                Map.entry("retry", acquire),
                Map.entry("lockDelay", acquire),
                Map.entry("retention", acquire),
                Map.entry("adaptiveLease", acquire),
                Map.entry("defaults", client),
                Map.entry("namedDefaults", client),
                Map.entry("holderHint", client),
                Map.entry("listeners", client),
                Map.entry("clock", client),
                Map.entry("renewalThreads", client),
                Map.entry("closeTimeout", client),
                Map.entry("closeGrace", client),
                Map.entry("handOff", client),
                Map.entry("maxRetained", client));
    }

    /**
     * Checks a duration that comes from code and not from a connection string.
     *
     * @param name the option
     * @param value its value
     * @param least the minimum
     * @param most the maximum
     * @throws IllegalArgumentException if the value is out of bounds
     */
    public static void requireBetween(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    name + " must be a duration from " + least + " to " + most + " but was " + value);
        }
    }

    /**
     * Checks a number that comes from code and not from a connection string.
     *
     * @param name the option
     * @param value its value
     * @param least the minimum
     * @param most the maximum
     * @throws IllegalArgumentException if the value is out of bounds
     */
    public static void requireBetween(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " must be a whole number from " + least + " to " + most + " but was " + value);
        }
    }

    private static IllegalArgumentException bad(String name, String expected, String value) {
        return new IllegalArgumentException("option '" + name + "' must be " + expected + " but was '" + value + "'");
    }
}
