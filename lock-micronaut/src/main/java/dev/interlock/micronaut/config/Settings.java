// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import dev.interlock.AcquireOptions;
import dev.interlock.LeaseRange;
import dev.interlock.NamePattern;
import dev.interlock.RetryPolicy;
import dev.interlock.spi.StoreOptions;
import io.micronaut.context.exceptions.ConfigurationException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Values as they stand in the configuration, read by the same rules as the options of a connection string. Micronaut
 * itself would take a value that it cannot convert for one that is not there, and so lock with a default instead of
 * what was meant. Not thread-safe.
 */
public final class Settings {

    private static final String UNLIMITED = "unlimited";

    private final String prefix;
    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * Settings without values.
     *
     * @param prefix what their properties start with, with what stands before the name
     */
    public Settings(String prefix) {
        this.prefix = prefix;
    }

    /**
     * Adds a value.
     *
     * @param name the last part of the property
     * @param value as it was written; null if it was not
     * @return these settings
     */
    public Settings with(String name, @Nullable String value) {
        if (value != null) {
            values.put(prefix + name, value);
        }
        return this;
    }

    /**
     * A duration.
     *
     * @param name the last part of the property
     * @param least the shortest allowed value
     * @param most the longest allowed value
     * @return the duration, or null if there is none
     * @throws ConfigurationException if it is not a duration or out of bounds, naming property, value and bounds
     */
    public @Nullable Duration duration(String name, Duration least, Duration most) {
        String property = prefix + name;
        return values.containsKey(property) ? read(() -> options().duration(property, most, least, most)) : null;
    }

    /** A time that a lock is held or kept for; null if there is none. */
    @Nullable
    Duration lease(String name) {
        return duration(name, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE);
    }

    /**
     * A limit of a wait: a duration, or {@code unlimited}.
     *
     * @param name the last part of the property
     * @return the limit, or null if there is none
     * @throws ConfigurationException as for {@link #duration}
     */
    public @Nullable Duration wait(String name) {
        return UNLIMITED.equals(values.get(prefix + name))
                ? AcquireOptions.UNLIMITED
                : duration(name, Duration.ZERO, AcquireOptions.MAX_LEASE);
    }

    /**
     * A yes or no.
     *
     * @param name the last part of the property
     * @param fallback used if there is none
     * @return the value
     * @throws ConfigurationException if it is neither {@code true} nor {@code false}
     */
    public boolean flag(String name, boolean fallback) {
        return read(() -> options().flag(prefix + name, fallback));
    }

    /**
     * A whole number.
     *
     * @param name the last part of the property
     * @param fallback used if there is none
     * @param least the least allowed value
     * @param most the greatest allowed value
     * @return the value
     * @throws ConfigurationException if it is not a number or out of bounds
     */
    public int number(String name, int fallback, int least, int most) {
        return read(() -> options().number(prefix + name, fallback, least, most));
    }

    /**
     * A cap on how often: a whole number from 1 on, or {@code unlimited}.
     *
     * @param name the last part of the property
     * @return the cap, or null if there is none; the greatest number stands for none that was asked for by name
     * @throws ConfigurationException if it is neither
     */
    public @Nullable Integer limit(String name) {
        String value = values.get(prefix + name);
        if (value == null) {
            return null;
        }
        return UNLIMITED.equals(value)
                ? Integer.MAX_VALUE
                : Integer.valueOf(number(name, Integer.MAX_VALUE, 1, Integer.MAX_VALUE));
    }

    /**
     * What an acquisition is to use, by the names {@code lease}, {@code wait}, {@code max-hold} and {@code
     * lock-delay}.
     *
     * @param retry the pace of its attempts; null inherits
     * @param adaptiveLease the bounds of a lease that follows how long holds take; null inherits
     * @return options that inherit what there is no value for
     * @throws ConfigurationException if one is not a duration or out of bounds
     */
    public AcquireOptions acquireOptions(@Nullable RetryPolicy retry, @Nullable LeaseRange adaptiveLease) {
        return new AcquireOptions(
                wait("wait"),
                lease("lease"),
                null,
                lease("max-hold"),
                retry,
                duration("lock-delay", Duration.ZERO, AcquireOptions.MAX_LEASE),
                adaptiveLease);
    }

    /**
     * The names of locks that a value means.
     *
     * @param property where it stands
     * @param pattern a name, or the start of names followed by {@code *}
     * @return the pattern
     * @throws ConfigurationException if no lock can have such a name
     */
    public static NamePattern namePattern(String property, String pattern) {
        try {
            return new NamePattern(pattern);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    property + ": must be the name of a lock, or the start of names and a *: " + e.getMessage(), e);
        }
    }

    private StoreOptions options() {
        return new StoreOptions(Map.of(), values);
    }

    private static <T> T read(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(e.getMessage(), e);
        }
    }
}
