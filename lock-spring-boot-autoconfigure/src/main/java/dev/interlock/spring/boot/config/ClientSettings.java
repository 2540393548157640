// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandOff;
import dev.interlock.RetryPolicy;
import dev.interlock.spring.boot.config.ClientProperties.AdaptiveLease;
import dev.interlock.spring.boot.config.ClientProperties.HandOffLimits;
import dev.interlock.spring.boot.config.ClientProperties.NamedLock;
import dev.interlock.spring.boot.config.ClientProperties.Retry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** Turns properties into the options of a client, and names the property of a value that is out of bounds. */
public final class ClientSettings {

    private static final String UNLIMITED = "unlimited";
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(5);

    private final String prefix;

    private ClientSettings(String prefix) {
        this.prefix = prefix;
    }

    /**
     * Reads the options of a client.
     *
     * @param prefix the start of the property names, with the last dot
     * @param properties the properties
     * @param inherited options for what they do not set
     * @return the options
     * @throws LockConfigurationException if a value is out of bounds
     */
    public static ClientOptions options(String prefix, ClientProperties properties, ClientOptions inherited) {
        ClientSettings settings = new ClientSettings(prefix);
        AcquireOptions defaults = settings.acquisition(
                inherited.defaults(),
                properties.lease(),
                properties.maxWait(),
                properties.maxHold(),
                properties.lockDelay(),
                properties.retry(),
                properties.adaptiveLease());
        ClientOptions options = inherited.withDefaults(defaults);
        options = settings.with(options, "holder-hint", properties.holderHint(), ClientOptions::withHolderHint);
        options = settings.with(
                options, "renewal-threads", properties.renewalThreads(), (to, value) -> to.withRenewalThreads(value));
        options = settings.with(options, "hand-off.*", properties.handOff(), ClientSettings::withHandOff);
        options = settings.closing(options, properties);
        return settings.named(options, defaults, properties.named());
    }

    private static ClientOptions withHandOff(ClientOptions options, HandOffLimits limits) {
        HandOff standard = options.handOff();
        return options.withHandOff(new HandOff(
                Objects.requireNonNullElse(limits.most(), standard.most()),
                Objects.requireNonNullElse(limits.within(), standard.within())));
    }

    private ClientOptions closing(ClientOptions inherited, ClientProperties properties) {
        // The inherited grace may be longer than the new time-out.
        ClientOptions options = inherited.withCloseGrace(Duration.ZERO);
        options = with(options, "close-timeout", properties.closeTimeout(), ClientOptions::withCloseTimeout);
        Duration longest = options.closeTimeout().dividedBy(2);
        Duration wanted = properties.closeGrace();
        if (wanted != null && wanted.compareTo(longest) > 0) {
            throw refused("close-grace", wanted, "it must be at most half of " + prefix + "close-timeout", null);
        }
        Duration usual = inherited.closeGrace().isZero() ? CLOSE_GRACE : inherited.closeGrace();
        Duration grace = wanted != null ? wanted : usual.compareTo(longest) < 0 ? usual : longest;
        return with(options, "close-grace", grace, ClientOptions::withCloseGrace);
    }

    private ClientOptions named(ClientOptions inherited, AcquireOptions defaults, Map<String, NamedLock> blocks) {
        ClientOptions options = inherited;
        Map<String, String> blockByPattern = new HashMap<>();
        for (Map.Entry<String, NamedLock> each : blocks.entrySet()) {
            NamedLock lock = each.getValue();
            String block = "named." + each.getKey() + ".";
            String pattern = Objects.requireNonNullElse(lock.pattern(), each.getKey());
            String other = blockByPattern.put(pattern, each.getKey());
            if (other != null) {
                throw refused(block + "pattern", pattern, "the block named." + other + " has the same pattern", null);
            }
            // A retry of the block takes what it does not set from the client's, so it starts from the client's.
            AcquireOptions start = lock.retry() == null || defaults.retry() == null
                    ? AcquireOptions.inherited()
                    : AcquireOptions.inherited().withRetry(defaults.retry());
            AcquireOptions own = new ClientSettings(prefix + block)
                    .acquisition(
                            start,
                            lock.lease(),
                            lock.maxWait(),
                            lock.maxHold(),
                            lock.lockDelay(),
                            lock.retry(),
                            lock.adaptiveLease());
            options = with(options, block + "pattern", pattern, (to, value) -> to.withDefaultsFor(value, own));
        }
        return options;
    }

    private AcquireOptions acquisition(
            AcquireOptions start,
            @Nullable Duration lease,
            @Nullable String maxWait,
            @Nullable Duration maxHold,
            @Nullable Duration lockDelay,
            @Nullable Retry retry,
            @Nullable AdaptiveLease adaptiveLease) {
        AcquireOptions options = with(start, "lease", lease, AcquireOptions::withLease);
        options = with(options, "wait", maxWait, (to, value) -> to.withMaxWait(limit(value)));
        options = with(options, "max-hold", maxHold, AcquireOptions::withMaxHold);
        options = with(options, "lock-delay", lockDelay, AcquireOptions::withLockDelay);
        options = with(options, "retry.*", retry, ClientSettings::withRetry);
        return with(options, "adaptive-lease.*", adaptiveLease, ClientSettings::withAdaptiveLease);
    }

    private static Duration limit(String wait) {
        return wait.equals(UNLIMITED) ? AcquireOptions.UNLIMITED : DurationStyle.detectAndParse(wait);
    }

    private static AcquireOptions withRetry(AcquireOptions options, Retry retry) {
        RetryPolicy standard = Objects.requireNonNullElse(options.retry(), RetryPolicy.STANDARD);
        String attempts = retry.maxAttempts();
        return options.withRetry(new RetryPolicy(
                Objects.requireNonNullElse(retry.firstPause(), standard.firstPause()),
                Objects.requireNonNullElse(retry.maxPause(), standard.maxPause()),
                attempts == null ? standard.maxAttempts() : attempts(attempts)));
    }

    private static int attempts(String text) {
        try {
            return text.equals(UNLIMITED) ? Integer.MAX_VALUE : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("max-attempts must be a number or unlimited but was '" + text + "'", e);
        }
    }

    private static AcquireOptions withAdaptiveLease(AcquireOptions options, AdaptiveLease bounds) {
        Duration shortest = bounds.shortest();
        Duration longest = bounds.longest();
        if (shortest == null || longest == null) {
            throw new IllegalArgumentException("shortest and longest must both be set, or none");
        }
        return options.withAdaptiveLease(shortest, longest);
    }

    private <O, T> O with(O options, String property, @Nullable T value, BiFunction<O, T, O> change) {
        if (value == null) {
            return options;
        }
        Supplier<O> changed = () -> change.apply(options, value);
        try {
            return changed.get();
        } catch (IllegalArgumentException e) {
            throw refused(property, value, String.valueOf(e.getMessage()), e);
        }
    }

    private LockConfigurationException refused(
            String property, Object value, String reason, @Nullable IllegalArgumentException cause) {
        String shown = property.endsWith("*") ? "" : " is " + value + ", which is refused";
        return new LockConfigurationException(
                prefix + property + shown + ": " + reason, "Correct " + prefix + property + ".", cause);
    }
}
