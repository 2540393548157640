// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import dev.interlock.AcquireOptions;
import dev.interlock.NamePattern;
import io.micronaut.context.annotation.ConfigurationInject;
import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.context.annotation.EachProperty;
import io.micronaut.context.annotation.Parameter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The settings for one lock or a family of locks: the properties {@code locks.named.<name>.*}. Immutable. */
@EachProperty(NamedLockConfiguration.PREFIX)
public final class NamedLockConfiguration {

    /** The start of the property names of all named locks. */
    public static final String PREFIX = LockConfiguration.PREFIX + ".named";

    private final NamePattern pattern;
    private final AcquireOptions options;
    private final @Nullable Duration minHold;

    /**
     * Checks the values.
     *
     * @param name the part of the property after {@code locks.named}
     * @param pattern the name of the lock, or a name prefix followed by {@code *}; null means {@code name}
     * @param lease as {@code locks.lease}
     * @param wait as {@code locks.wait}
     * @param minHold the shortest hold by {@code @Locked}, from the grant, by this instance's clock
     * @param maxHold as {@code locks.max-hold}
     * @param lockDelay as {@code locks.lock-delay}
     * @param retention as {@code locks.retention}
     * @param retry as {@code locks.retry}, which supplies values that are not set; null if nothing is set
     * @param adaptiveLease as {@code locks.adaptive-lease}, which supplies a bound that is not set; null if nothing is
     *     set
     * @param general the properties of all locks
     */
    @ConfigurationInject
    NamedLockConfiguration(
            @Parameter String name,
            @Nullable String pattern,
            @Nullable String lease,
            @Nullable String wait,
            @Nullable String minHold,
            @Nullable String maxHold,
            @Nullable String lockDelay,
            @Nullable String retention,
            @Nullable Retry retry,
            @Nullable AdaptiveLease adaptiveLease,
            LockConfiguration general) {
        String prefix = PREFIX + "." + name;
        this.pattern = Settings.namePattern(prefix + ".pattern", pattern == null ? name : pattern);
        Settings settings = new Settings(prefix + ".")
                .with("lease", lease)
                .with("wait", wait)
                .with("min-hold", minHold)
                .with("max-hold", maxHold)
                .with("lock-delay", lockDelay)
                .with("retention", retention);
        this.options = settings.acquireOptions(
                retry == null ? null : retry.settings.over(general.retry()),
                adaptiveLease == null
                        ? null
                        : adaptiveLease.settings.over(general.defaults().adaptiveLease()));
        this.minHold = settings.duration("min-hold", Duration.ZERO, AcquireOptions.MAX_LEASE);
    }

    /**
     * The locks to which these settings apply.
     *
     * @return {@code pattern}, or the name of the block
     */
    public NamePattern pattern() {
        return pattern;
    }

    /**
     * The overrides for these locks.
     *
     * @return {@code lease}, {@code wait}, {@code max-hold}, {@code lock-delay}, {@code retention}, {@code retry} and
     *     {@code adaptive-lease}; values that are not configured inherit
     */
    public AcquireOptions options() {
        return options;
    }

    /**
     * The shortest hold.
     *
     * @return {@code min-hold}, or null
     */
    public @Nullable Duration minHold() {
        return minHold;
    }

    /** The pace of attempts for these locks: {@code locks.named.<name>.retry.*}. Immutable. */
    @ConfigurationProperties("retry")
    static final class Retry {

        private final RetrySettings settings;

        /**
         * Checks the values.
         *
         * @param name the part of the property after {@code locks.named}
         * @param firstPause as {@code locks.retry.first-pause}
         * @param maxPause as {@code locks.retry.max-pause}
         * @param maxAttempts as {@code locks.retry.max-attempts}
         */
        @ConfigurationInject
        Retry(
                @Parameter String name,
                @Nullable String firstPause,
                @Nullable String maxPause,
                @Nullable String maxAttempts) {
            this.settings = RetrySettings.read(
                    NamedLockConfiguration.PREFIX + "." + name + ".retry.", firstPause, maxPause, maxAttempts);
        }
    }

    /** The bounds of adaptive leases for these locks: {@code locks.named.<name>.adaptive-lease.*}. Immutable. */
    @ConfigurationProperties("adaptive-lease")
    static final class AdaptiveLease {

        private final AdaptiveLeaseSettings settings;

        /**
         * Checks the values.
         *
         * @param name the part of the property after {@code locks.named}
         * @param shortest as {@code locks.adaptive-lease.shortest}
         * @param longest as {@code locks.adaptive-lease.longest}
         */
        @ConfigurationInject
        AdaptiveLease(@Parameter String name, @Nullable String shortest, @Nullable String longest) {
            this.settings = AdaptiveLeaseSettings.read(
                    NamedLockConfiguration.PREFIX + "." + name + ".adaptive-lease.", shortest, longest);
        }
    }
}
