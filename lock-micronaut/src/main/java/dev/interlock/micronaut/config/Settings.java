// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import dev.interlock.AcquireOptions;
import dev.interlock.LeaseRange;
import dev.interlock.NamePattern;
import dev.interlock.RetryPolicy;
import dev.interlock.spi.toolbox.StoreOptions;
import io.micronaut.context.exceptions.ConfigurationException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Values of the configuration, read by the same rules as the options of a connection string. Micronaut alone would
 * treat a value that it cannot convert as absent, and the lock would use a default instead of the intended value. Not
 * thread-safe.
 */
public final class Settings {

    private static final String UNLIMITED = "unlimited";

    private final String prefix;
    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * Creates settings without values.
     *
     * @param prefix the start of the property names
     */
    public Settings(String prefix) {
        this.prefix = prefix;
    }

    /**
     * Adds a value.
     *
     * @param name the last part of the property
     * @param value the value as written; null if it is not set
     * @return these settings
     */
    public Settings with(String name, @Nullable String value) {
        if (value != null) {
            values.put(prefix + name, value);
        }
        return this;
    }

    /**
     * Reads a duration.
     *
     * @param name the last part of the property
     * @param least the minimum
     * @param most the maximum
     * @return the duration, or null if it is not set
     * @throws ConfigurationException if it is not a duration or out of bounds. The message names property, value and
     *     bounds.
     */
    public @Nullable Duration duration(String name, Duration least, Duration most) {
        String property = prefix + name;
        return values.containsKey(property) ? read(() -> options().duration(property, most, least, most)) : null;
    }

    /** Reads the duration of a hold or lease; null if it is not set. */
    @Nullable
    Duration lease(String name) {
        return duration(name, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE);
    }

    /**
     * Reads a wait limit: a duration, or {@code unlimited}.
     *
     * @param name the last part of the property
     * @return the limit, or null if it is not set
     * @throws ConfigurationException as for {@link #duration}
     */
    public @Nullable Duration wait(String name) {
        return UNLIMITED.equals(values.get(prefix + name))
                ? AcquireOptions.UNLIMITED
                : duration(name, Duration.ZERO, AcquireOptions.MAX_LEASE);
    }

    /**
     * Reads a boolean.
     *
     * @param name the last part of the property
     * @param fallback used if the value is not set
     * @return the value
     * @throws ConfigurationException if it is neither {@code true} nor {@code false}
     */
    public boolean flag(String name, boolean fallback) {
        return read(() -> options().flag(prefix + name, fallback));
    }

    /**
     * Reads an integer.
     *
     * @param name the last part of the property
     * @param fallback used if the value is not set
     * @param least the minimum
     * @param most the maximum
     * @return the value
     * @throws ConfigurationException if it is not a number or out of bounds
     */
    public int number(String name, int fallback, int least, int most) {
        return read(() -> options().number(prefix + name, fallback, least, most));
    }

    /**
     * Reads a maximum count: an integer from 1, or {@code unlimited}.
     *
     * @param name the last part of the property
     * @return the maximum, or null if it is not set; {@link Integer#MAX_VALUE} for {@code unlimited}
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
     * Reads the options of an acquisition.
     *
     * @param wait the name of the wait limit
     * @param lease the name of the lease
     * @param maxHold the name of the longest hold
     * @return the options; values that are not set inherit
     * @throws ConfigurationException if a value is not a duration or out of bounds
     */
    public AcquireOptions acquireOptions(String wait, String lease, String maxHold) {
        AcquireOptions options = changed(AcquireOptions.inherited(), wait(wait), AcquireOptions::withMaxWait);
        options = changed(options, lease(lease), AcquireOptions::withLease);
        return changed(options, lease(maxHold), AcquireOptions::withMaxHold);
    }

    /**
     * Reads the options of an acquisition: {@code lease}, {@code wait}, {@code max-hold}, {@code lock-delay} and
     * {@code retention}.
     *
     * @param retry the pace of attempts; null inherits
     * @param adaptiveLease the bounds of an adaptive lease; null inherits
     * @return the options; values that are not set inherit
     * @throws ConfigurationException if a value is not a duration or out of bounds
     */
    AcquireOptions acquireOptions(@Nullable RetryPolicy retry, @Nullable LeaseRange adaptiveLease) {
        AcquireOptions options = acquireOptions("wait", "lease", "max-hold");
        options = changed(options, retry, AcquireOptions::withRetry);
        options = changed(
                options,
                duration("lock-delay", Duration.ZERO, AcquireOptions.MAX_LEASE),
                AcquireOptions::withLockDelay);
        options = changed(
                options, duration("retention", Duration.ZERO, AcquireOptions.MAX_LEASE), AcquireOptions::withRetention);
        return changed(options, adaptiveLease, Settings::withAdaptiveLease);
    }

    /**
     * Returns options with the bounds of an adaptive lease.
     *
     * @param options the options
     * @param range the bounds
     * @return new options
     */
    public static AcquireOptions withAdaptiveLease(AcquireOptions options, LeaseRange range) {
        return options.withAdaptiveLease(range.shortest(), range.longest());
    }

    /**
     * Returns options with a value, if there is one.
     *
     * @param <O> the type of the options
     * @param <T> the type of the value
     * @param options the options
     * @param value the value, or null
     * @param with the change
     * @return new options, or the same ones if the value is null
     */
    public static <O, T> O changed(O options, @Nullable T value, BiFunction<O, T, O> with) {
        return value == null ? options : with.apply(options, value);
    }

    /**
     * Reads a pattern of lock names.
     *
     * @param property the property with the pattern
     * @param pattern a name, or a name prefix followed by {@code *}
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
