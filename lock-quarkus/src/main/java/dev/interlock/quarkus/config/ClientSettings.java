// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.config;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Turns properties into the options of a client, and names the property of a value that is out of bounds. */
public final class ClientSettings {

    private static final Duration CLOSE_GRACE = Duration.ofSeconds(5);

    private final String prefix;

    private ClientSettings(String prefix) {
        this.prefix = prefix;
    }

    /**
     * Reads the options of a client.
     *
     * @param prefix the start of the property names, with the last dot
     * @param config the properties
     * @param inherited options for what they do not set
     * @return the options
     * @throws ConfigurationException if a value is out of bounds
     */
    public static ClientOptions options(String prefix, ClientConfig config, ClientOptions inherited) {
        ClientSettings settings = new ClientSettings(prefix);
        ClientOptions options =
                inherited.withDefaults(settings.acquisition(inherited.defaults(), "", config.acquisition()));
        options = settings.with(options, "holder-hint", config.holderHint(), ClientOptions::withHolderHint);
        options = settings.closing(options, config);
        return settings.named(options, config.named());
    }

    private ClientOptions closing(ClientOptions inherited, ClientConfig config) {
        // The inherited grace may be longer than the new time-out.
        ClientOptions options = inherited.withCloseGrace(Duration.ZERO);
        options = with(options, "close-timeout", config.closeTimeout(), ClientOptions::withCloseTimeout);
        Duration longest = options.closeTimeout().dividedBy(2);
        Optional<Duration> wanted = config.closeGrace();
        if (wanted.isPresent() && wanted.get().compareTo(longest) > 0) {
            throw refused("close-grace", wanted.get(), "it must be at most half of " + prefix + "close-timeout", null);
        }
        Duration usual = inherited.closeGrace().isZero() ? CLOSE_GRACE : inherited.closeGrace();
        Duration grace = wanted.orElse(usual.compareTo(longest) < 0 ? usual : longest);
        return with(options, "close-grace", Optional.of(grace), ClientOptions::withCloseGrace);
    }

    private ClientOptions named(ClientOptions inherited, Map<String, NamedLockConfig> blocks) {
        ClientOptions options = inherited;
        Map<String, String> blockByPattern = new HashMap<>();
        for (Map.Entry<String, NamedLockConfig> each : blocks.entrySet()) {
            String block = "named." + each.getKey() + ".";
            String pattern = each.getValue().pattern().orElse(each.getKey());
            String other = blockByPattern.put(pattern, each.getKey());
            if (other != null) {
                throw refused(block + "pattern", pattern, "the block named." + other + " has the same pattern", null);
            }
            AcquireOptions own = acquisition(
                    AcquireOptions.inherited(), block, each.getValue().acquisition());
            options = with(
                    options, block + "pattern", Optional.of(pattern), (to, value) -> to.withDefaultsFor(value, own));
        }
        return options;
    }

    private AcquireOptions acquisition(AcquireOptions start, String block, AcquisitionConfig config) {
        AcquireOptions options = with(start, block + "lease", config.lease(), AcquireOptions::withLease);
        options = with(
                options, block + "wait", config.maxWait(), (to, value) -> to.withMaxWait(WrittenDuration.limit(value)));
        options = with(options, block + "max-hold", config.maxHold(), AcquireOptions::withMaxHold);
        return with(options, block + "lock-delay", config.lockDelay(), AcquireOptions::withLockDelay);
    }

    private <O, T> O with(O options, String property, Optional<T> value, BiFunction<O, T, O> change) {
        if (value.isEmpty()) {
            return options;
        }
        try {
            return change.apply(options, value.get());
        } catch (IllegalArgumentException e) {
            throw refused(property, value.get(), String.valueOf(e.getMessage()), e);
        }
    }

    private ConfigurationException refused(String property, Object value, String reason, @Nullable Throwable cause) {
        return new ConfigurationException(
                prefix + property + " is '" + value + "': " + reason, cause, Set.of(prefix + property));
    }
}
