// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import static java.util.Objects.requireNonNullElse;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandOff;
import dev.interlock.RetryPolicy;
import io.micronaut.context.annotation.ConfigurationInject;
import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.context.exceptions.ConfigurationException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The settings for all locks of an application: the properties {@code locks.*}. Immutable. */
@ConfigurationProperties(LockConfiguration.PREFIX)
public final class LockConfiguration {

    /** The start of all property names. */
    public static final String PREFIX = "locks";

    /** The property of {@link #enabled}. */
    public static final String ENABLED = PREFIX + ".enabled";

    /** The property of {@link #backend}. */
    public static final String BACKEND = PREFIX + ".backend";

    /** The property of {@link #uri}. */
    public static final String URI = PREFIX + ".uri";

    /** The property of {@link #require}. */
    public static final String REQUIRE = PREFIX + ".require";

    /** The property of {@link #eager}. */
    public static final String EAGER = PREFIX + ".eager";

    /** The property of {@link #refusesUnknownSettings}. */
    public static final String UNKNOWN_SETTINGS = PREFIX + ".unknown-settings";

    private static final Duration CLOSE_GRACE = Duration.ofSeconds(5);

    private final boolean enabled;
    private final @Nullable String backend;
    private final @Nullable String uri;
    private final @Nullable String holderHint;
    private final Set<String> require;
    private final boolean eager;
    private final AcquireOptions defaults;
    private final int renewalThreads;
    private final Duration closeTimeout;
    private final Duration closeGrace;
    private final boolean refusesUnknownSettings;
    private final HandOff handOff;

    /**
     * Checks the values.
     *
     * @param enabled whether locks are available; if not, methods with {@code @Locked} fail when they are called
     * @param backend {@code redis}, {@code zookeeper}, {@code etcd}, {@code jdbc} or {@code memory}; null means the one
     *     on the class path
     * @param uri the store, such as {@code redis://localhost:6379}; null leaves that to the block of the backend
     * @param lease how long the store keeps a lock without a renewal: 10ms to 365d; 30s if not set
     * @param wait the longest wait while another holder has the lock: 0s, which means one attempt, to 365d, or
     *     {@code unlimited}; 10s if not set
     * @param maxHold the longest hold; null means no cap
     * @param lockDelay how long a name stays closed after its holder was lost; null means not at all
     * @param holderHint a text that is stored with each lock of this instance, for people; null stores none
     * @param require the capabilities that the backend must have, such as {@code survives-restart}
     * @param eager whether to connect at startup, and fail then, instead of at the first use
     * @param renewalThreads the maximum number of renewal threads, 2 to 1000; 32 if not set
     * @param closeTimeout how long the client may take to close when the application ends, 100ms to 1h; 10s if not set
     * @param closeGrace the part of {@code closeTimeout} in which holders can finish before their locks are lost, 0s to
     *     half of it; if not set, 5s or half of it, whichever is shorter
     * @param unknownSettings the reaction to a setting that nothing reads: {@code refuse} to start, or {@code warn};
     *     refuse if not set
     * @param retry the pace of attempts
     * @param adaptiveLease the bounds of adaptive leases
     * @param handOff the limits of hand-off among the waiters of this instance
     */
    @ConfigurationInject
    LockConfiguration(
            @Nullable String enabled,
            @Nullable String backend,
            @Nullable String uri,
            @Nullable String lease,
            @Nullable String wait,
            @Nullable String maxHold,
            @Nullable String lockDelay,
            @Nullable String holderHint,
            @Nullable Set<String> require,
            @Nullable String eager,
            @Nullable String renewalThreads,
            @Nullable String closeTimeout,
            @Nullable String closeGrace,
            @Nullable String unknownSettings,
            RetryConfiguration retry,
            AdaptiveLeaseConfiguration adaptiveLease,
            HandOffConfiguration handOff) {
        Settings settings = new Settings(PREFIX + ".")
                .with("enabled", enabled)
                .with("lease", lease)
                .with("wait", wait)
                .with("max-hold", maxHold)
                .with("lock-delay", lockDelay)
                .with("eager", eager)
                .with("renewal-threads", renewalThreads)
                .with("close-timeout", closeTimeout)
                .with("close-grace", closeGrace);
        this.enabled = settings.flag("enabled", true);
        this.backend = backend;
        this.uri = uri;
        this.holderHint = holderHint;
        this.require = require == null ? Set.of() : Set.copyOf(require);
        this.eager = settings.flag("eager", false);
        this.defaults = settings.acquireOptions(
                retry.settings().over(RetryPolicy.STANDARD),
                adaptiveLease.settings().over(null));
        this.renewalThreads = settings.number(
                "renewal-threads",
                ClientOptions.STANDARD.renewalThreads(),
                ClientOptions.MIN_RENEWAL_THREADS,
                ClientOptions.MAX_RENEWAL_THREADS);
        Duration toClose =
                settings.duration("close-timeout", ClientOptions.MIN_CLOSE_TIMEOUT, ClientOptions.MAX_CLOSE_TIMEOUT);
        this.refusesUnknownSettings = refuses(unknownSettings);
        this.handOff = handOff.handOff();
        this.closeTimeout = toClose == null ? ClientOptions.STANDARD.closeTimeout() : toClose;
        Duration longestGrace = this.closeTimeout.dividedBy(2);
        Duration toFinish = settings.duration("close-grace", Duration.ZERO, longestGrace);
        this.closeGrace =
                requireNonNullElse(toFinish, CLOSE_GRACE.compareTo(longestGrace) < 0 ? CLOSE_GRACE : longestGrace);
    }

    private static boolean refuses(@Nullable String unknownSettings) {
        if (unknownSettings == null || unknownSettings.equals("refuse")) {
            return true;
        }
        if (unknownSettings.equals("warn")) {
            return false;
        }
        throw new ConfigurationException(
                UNKNOWN_SETTINGS + " must be refuse or warn but was '" + unknownSettings + "'");
    }

    /**
     * Whether locks are available.
     *
     * @return {@code locks.enabled}
     */
    public boolean enabled() {
        return enabled;
    }

    /**
     * The kind of store.
     *
     * @return {@code locks.backend}, or null for the one on the class path
     */
    public @Nullable String backend() {
        return backend;
    }

    /**
     * The connection string of the store. May contain a password.
     *
     * @return {@code locks.uri}, or null
     */
    public @Nullable String uri() {
        return uri;
    }

    /**
     * The text that is stored with each lock, for people.
     *
     * @return {@code locks.holder-hint}, or null
     */
    public @Nullable String holderHint() {
        return holderHint;
    }

    /**
     * The capabilities that the backend must have.
     *
     * @return {@code locks.require}
     */
    public Set<String> require() {
        return require;
    }

    /**
     * Whether to connect at startup.
     *
     * @return {@code locks.eager}
     */
    public boolean eager() {
        return eager;
    }

    /**
     * The defaults of acquisitions.
     *
     * @return {@code locks.lease}, {@code locks.wait}, {@code locks.max-hold}, {@code locks.lock-delay},
     *     {@code locks.retry} and {@code locks.adaptive-lease}; null components, which are not set, come from the
     *     defaults of the library
     */
    public AcquireOptions defaults() {
        return defaults;
    }

    /**
     * Whether a setting that nothing reads stops the startup.
     *
     * @return false if it is only logged
     */
    public boolean refusesUnknownSettings() {
        return refusesUnknownSettings;
    }

    /** The default pace of attempts. */
    RetryPolicy retry() {
        return requireNonNullElse(defaults.retry(), RetryPolicy.STANDARD);
    }

    /**
     * The maximum number of renewal threads.
     *
     * @return {@code locks.renewal-threads}
     */
    public int renewalThreads() {
        return renewalThreads;
    }

    /**
     * How long the client may take to close.
     *
     * @return {@code locks.close-timeout}
     */
    public Duration closeTimeout() {
        return closeTimeout;
    }

    /**
     * How long holders may take to finish when the application ends.
     *
     * @return {@code locks.close-grace}, at most half of {@link #closeTimeout}
     */
    public Duration closeGrace() {
        return closeGrace;
    }

    /**
     * The limits of hand-off among the waiters of this instance.
     *
     * @return {@code locks.hand-off}
     */
    public HandOff handOff() {
        return handOff;
    }
}
