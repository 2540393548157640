// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.setting;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandOff;
import dev.interlock.RetryPolicy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the options of a client from a configuration, and names the property of a value that is out of bounds. Immutable. */
public final class OptionsReader {

    private static final String UNLIMITED = "unlimited";
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(5);

    private final String prefix;
    private final Function<String, Duration> durations;
    private final Refusal refusal;

    /**
     * Reads nothing yet.
     *
     * @param prefix the start of the property names, with the last dot
     * @param durations reads a duration as the framework writes it; throws {@link IllegalArgumentException} if it is none
     * @param refusal makes the exception for what is refused
     */
    public OptionsReader(String prefix, Function<String, Duration> durations, Refusal refusal) {
        this.prefix = prefix;
        this.durations = durations;
        this.refusal = refusal;
    }

    /**
     * Reads the options of a client. A value out of bounds is refused.
     *
     * @param written the configuration
     * @param inherited options for what it does not set
     * @return the options
     */
    public ClientOptions options(WrittenClient written, ClientOptions inherited) {
        AcquireOptions defaults = acquisition(inherited.defaults(), written);
        ClientOptions options = inherited.withDefaults(defaults);
        options = with(options, "holder-hint", written.holderHint(), ClientOptions::withHolderHint);
        options = with(options, "renewal-threads", written.renewalThreads(), ClientOptions::withRenewalThreads);
        options = with(options, "hand-off.*", written.handOff(), OptionsReader::withHandOff);
        return named(closing(options, written), defaults, written.named());
    }

    private static ClientOptions withHandOff(ClientOptions options, WrittenClient.HandOffBounds written) {
        HandOff standard = options.handOff();
        return options.withHandOff(new HandOff(
                Objects.requireNonNullElse(written.most(), standard.most()),
                Objects.requireNonNullElse(written.within(), standard.within())));
    }

    private ClientOptions closing(ClientOptions inherited, WrittenClient written) {
        // The inherited grace may be longer than the new time-out.
        ClientOptions options = inherited.withCloseGrace(Duration.ZERO);
        options = with(options, "close-timeout", written.closeTimeout(), ClientOptions::withCloseTimeout);
        Duration longest = options.closeTimeout().dividedBy(2);
        Duration wanted = written.closeGrace();
        if (wanted != null && wanted.compareTo(longest) > 0) {
            throw refused("close-grace", wanted, "it must be at most half of " + prefix + "close-timeout", null);
        }
        Duration usual = inherited.closeGrace().isZero() ? CLOSE_GRACE : inherited.closeGrace();
        Duration grace = wanted != null ? wanted : usual.compareTo(longest) < 0 ? usual : longest;
        return with(options, "close-grace", grace, ClientOptions::withCloseGrace);
    }

    private ClientOptions named(
            ClientOptions inherited, AcquireOptions defaults, Map<String, ? extends WrittenFamily> blocks) {
        ClientOptions options = inherited;
        Map<String, String> blockByPattern = new HashMap<>();
        for (Map.Entry<String, ? extends WrittenFamily> each : blocks.entrySet()) {
            WrittenFamily family = each.getValue();
            String block = "named." + each.getKey() + ".";
            String pattern = Objects.requireNonNullElse(family.pattern(), each.getKey());
            String other = blockByPattern.put(pattern, each.getKey());
            if (other != null) {
                throw refused(block + "pattern", pattern, "the block named." + other + " has the same pattern", null);
            }
            // A retry of the block takes what it does not set from the client's, so it starts from the client's.
            AcquireOptions start = family.retry() == null || defaults.retry() == null
                    ? AcquireOptions.inherited()
                    : AcquireOptions.inherited().withRetry(defaults.retry());
            AcquireOptions own = new OptionsReader(prefix + block, durations, refusal).acquisition(start, family);
            options = with(options, block + "pattern", pattern, (to, value) -> to.withDefaultsFor(value, own));
        }
        return options;
    }

    private AcquireOptions acquisition(AcquireOptions start, WrittenAcquisition written) {
        AcquireOptions options = with(start, "lease", written.lease(), AcquireOptions::withLease);
        options = with(options, "wait", written.maxWait(), (to, value) -> to.withMaxWait(limit(value)));
        options = with(options, "max-hold", written.maxHold(), AcquireOptions::withMaxHold);
        options = with(options, "lock-delay", written.lockDelay(), AcquireOptions::withLockDelay);
        options = with(options, "retention", written.retention(), AcquireOptions::withRetention);
        options = with(options, "retry.*", written.retry(), OptionsReader::withRetry);
        return with(options, "adaptive-lease.*", written.adaptiveLease(), OptionsReader::withAdaptiveLease);
    }

    private Duration limit(String wait) {
        return wait.equals(UNLIMITED) ? AcquireOptions.UNLIMITED : durations.apply(wait);
    }

    private static AcquireOptions withRetry(AcquireOptions options, WrittenAcquisition.Pace written) {
        RetryPolicy standard = Objects.requireNonNullElse(options.retry(), RetryPolicy.STANDARD);
        String attempts = written.maxAttempts();
        return options.withRetry(new RetryPolicy(
                Objects.requireNonNullElse(written.firstPause(), standard.firstPause()),
                Objects.requireNonNullElse(written.maxPause(), standard.maxPause()),
                attempts == null ? standard.maxAttempts() : attempts(attempts)));
    }

    private static int attempts(String text) {
        try {
            return text.equals(UNLIMITED) ? Integer.MAX_VALUE : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("max-attempts must be a number or unlimited but was '" + text + "'", e);
        }
    }

    private static AcquireOptions withAdaptiveLease(AcquireOptions options, WrittenAcquisition.LeaseBounds written) {
        Duration shortest = written.shortest();
        Duration longest = written.longest();
        if (shortest == null || longest == null) {
            throw new IllegalArgumentException("shortest and longest must both be set, or none");
        }
        return options.withAdaptiveLease(shortest, longest);
    }

    private <O, T> O with(O options, String property, @Nullable T value, BiFunction<O, T, O> change) {
        if (value == null) {
            return options;
        }
        try {
            return change.apply(options, value);
        } catch (IllegalArgumentException e) {
            throw refused(property, value, String.valueOf(e.getMessage()), e);
        }
    }

    private RuntimeException refused(
            String property, Object value, String reason, @Nullable IllegalArgumentException cause) {
        String shown = property.endsWith("*") ? "" : " is " + value + ", which is refused";
        return refusal.of(
                prefix + property,
                prefix + property + shown + ": " + reason,
                "Correct " + prefix + property + ".",
                cause);
    }
}
