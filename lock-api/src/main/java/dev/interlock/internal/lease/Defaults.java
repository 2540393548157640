// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.lease;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LeaseRange;
import dev.interlock.NamePattern;
import dev.interlock.Renewal;
import dev.interlock.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The defaults of the acquisitions of one client, complete for each name: those of the most exact pattern, over those
 * of the client, over those of the library. Merged once, and not for each lock or acquisition. Immutable.
 */
public final class Defaults {

    /** Complete, and so never an argument of a call: it would override the client's. */
    public static final AcquireOptions OF_THE_LIBRARY = AcquireOptions.waitAtMost(Duration.ofSeconds(10))
            .withLease(Duration.ofSeconds(30))
            .withRenewal(Renewal.AUTO)
            .withMaxHold(AcquireOptions.UNLIMITED)
            .withRetry(RetryPolicy.STANDARD)
            .withLockDelay(Duration.ZERO)
            .withRetention(Duration.ZERO);

    private final AcquireOptions ofAllNames;
    private final List<Named> mostExactFirst;

    public Defaults(ClientOptions options) {
        ofAllNames = over(options.defaults(), OF_THE_LIBRARY);
        mostExactFirst = options.namedDefaults().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> new Named(entry.getKey(), over(entry.getValue(), ofAllNames)))
                .toList();
    }

    /** The defaults for every name that no pattern matches. */
    public AcquireOptions ofAllNames() {
        return ofAllNames;
    }

    /** The defaults for one name. */
    public AcquireOptions of(String lockName) {
        for (Named named : mostExactFirst) {
            if (named.pattern.matches(lockName)) {
                return named.options;
            }
        }
        return ofAllNames;
    }

    /** The options of an acquisition, complete. */
    public AcquireOptions complete(String lockName, AcquireOptions options) {
        return over(options, of(lockName));
    }

    private static AcquireOptions over(AcquireOptions options, AcquireOptions base) {
        AcquireOptions merged = filled(options, options.maxWait(), base.maxWait(), AcquireOptions::withMaxWait);
        merged = filled(merged, options.lease(), base.lease(), AcquireOptions::withLease);
        merged = filled(merged, options.renewal(), base.renewal(), AcquireOptions::withRenewal);
        merged = filled(merged, options.maxHold(), base.maxHold(), AcquireOptions::withMaxHold);
        merged = filled(merged, options.retry(), base.retry(), AcquireOptions::withRetry);
        merged = filled(merged, options.lockDelay(), base.lockDelay(), AcquireOptions::withLockDelay);
        merged = filled(merged, options.retention(), base.retention(), AcquireOptions::withRetention);
        LeaseRange range = adaptiveLease(options, base);
        return range == null ? merged : merged.withAdaptiveLease(range.shortest(), range.longest());
    }

    private static <T> AcquireOptions filled(
            AcquireOptions options,
            @Nullable T own,
            @Nullable T inherited,
            BiFunction<AcquireOptions, T, AcquireOptions> with) {
        return own == null && inherited != null ? with.apply(options, inherited) : options;
    }

    /** {@return the bounds of an adaptive lease: an explicit lease overrides inherited bounds} */
    static @Nullable LeaseRange adaptiveLease(AcquireOptions options, AcquireOptions base) {
        return options.adaptiveLease() != null || options.lease() != null
                ? options.adaptiveLease()
                : base.adaptiveLease();
    }

    private record Named(NamePattern pattern, AcquireOptions options) {}
}
