// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.setting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandOff;
import dev.interlock.LeaseRange;
import dev.interlock.NamePattern;
import dev.interlock.RetryPolicy;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each setting reaches the options of the client, and what is not set is inherited. */
class OptionsReaderTest {

    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofSeconds(3);

    private final OptionsReader reader = new OptionsReader(
            "locks.", Duration::parse, (property, found, remedy, cause) -> new IllegalStateException(found, cause));

    private ClientOptions read(Map<String, Object> written, ClientOptions inherited) {
        return reader.options(new Written(written), inherited);
    }

    private ClientOptions read(Map<String, Object> written) {
        return read(written, ClientOptions.STANDARD);
    }

    @Test
    void every_setting_of_acquisitions_counts_for_all_locks_and_for_a_family() {
        Map<String, Object> written = Map.of(
                "lease",
                SHORT,
                "wait",
                "PT4S",
                "max-hold",
                Duration.ofSeconds(5),
                "lock-delay",
                Duration.ofSeconds(6),
                "retention",
                Duration.ofSeconds(10),
                "retry",
                new Pace(Duration.ofMillis(7), Duration.ofMillis(8), "9"),
                "adaptive-lease",
                new Bounds(SHORT, LONG));
        AcquireOptions options = AcquireOptions.waitAtMost(Duration.ofSeconds(4))
                .withLease(SHORT)
                .withMaxHold(Duration.ofSeconds(5))
                .withLockDelay(Duration.ofSeconds(6))
                .withRetention(Duration.ofSeconds(10))
                .withRetry(new RetryPolicy(Duration.ofMillis(7), Duration.ofMillis(8), 9))
                .withAdaptiveLease(SHORT, LONG);
        assertThat(read(written).defaults()).isEqualTo(options);
        assertThat(read(Map.of("named", Map.of("order-*", new Written(written))))
                        .namedDefaults())
                .isEqualTo(Map.of(new NamePattern("order-*"), options));
        assertThat(options.adaptiveLease()).isEqualTo(new LeaseRange(SHORT, LONG));
    }

    @Test
    void each_bound_of_hand_off_counts_alone() {
        HandOff standard = HandOff.STANDARD;
        assertThat(read(Map.of("hand-off", new Turns(null, SHORT))).handOff())
                .isEqualTo(new HandOff(standard.most(), SHORT));
        assertThat(read(Map.of("hand-off", new Turns(HandOff.MAX_MOST, null))).handOff())
                .isEqualTo(new HandOff(HandOff.MAX_MOST, standard.within()));
    }

    @Test
    void the_settings_of_the_client_count() {
        ClientOptions options = read(Map.of(
                "holder-hint",
                "till-7",
                "renewal-threads",
                3,
                "close-timeout",
                LONG,
                "close-grace",
                Duration.ofSeconds(1)));
        assertThat(options.holderHint()).isEqualTo("till-7");
        assertThat(options.renewalThreads()).isEqualTo(3);
        assertThat(options.closeTimeout()).isEqualTo(LONG);
        assertThat(options.closeGrace()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void what_is_not_set_is_that_of_the_main_client() {
        ClientOptions main = read(Map.of(
                "lock-delay",
                SHORT,
                "hand-off",
                new Turns(3, SHORT),
                "renewal-threads",
                3,
                "close-grace",
                Duration.ofSeconds(1)));
        ClientOptions further = read(Map.of("max-hold", LONG), main);
        assertThat(further.defaults())
                .isEqualTo(AcquireOptions.inherited().withLockDelay(SHORT).withMaxHold(LONG));
        assertThat(further.handOff()).isEqualTo(new HandOff(3, SHORT));
        assertThat(further.renewalThreads()).isEqualTo(3);
        assertThat(further.closeGrace()).isEqualTo(Duration.ofSeconds(1));
    }

    private record Pace(
            @Nullable Duration firstPause,
            @Nullable Duration maxPause,
            @Nullable String maxAttempts) implements WrittenAcquisition.Pace {}

    private record Bounds(
            @Nullable Duration shortest, @Nullable Duration longest) implements WrittenAcquisition.LeaseBounds {}

    private record Turns(@Nullable Integer most, @Nullable Duration within) implements WrittenClient.HandOffBounds {}

    /** A configuration, by the names of its settings. */
    private record Written(Map<String, Object> values) implements WrittenClient, WrittenFamily {

        private <T> @Nullable T value(Class<T> type, String name) {
            return type.cast(values.get(name));
        }

        @Override
        public @Nullable Duration lease() {
            return value(Duration.class, "lease");
        }

        @Override
        public @Nullable String maxWait() {
            return value(String.class, "wait");
        }

        @Override
        public @Nullable Duration maxHold() {
            return value(Duration.class, "max-hold");
        }

        @Override
        public @Nullable Duration lockDelay() {
            return value(Duration.class, "lock-delay");
        }

        @Override
        public @Nullable Duration retention() {
            return value(Duration.class, "retention");
        }

        @Override
        public WrittenAcquisition.@Nullable Pace retry() {
            return value(WrittenAcquisition.Pace.class, "retry");
        }

        @Override
        public @Nullable LeaseBounds adaptiveLease() {
            return value(LeaseBounds.class, "adaptive-lease");
        }

        @Override
        public @Nullable String holderHint() {
            return value(String.class, "holder-hint");
        }

        @Override
        public @Nullable Integer renewalThreads() {
            return value(Integer.class, "renewal-threads");
        }

        @Override
        public @Nullable HandOffBounds handOff() {
            return value(HandOffBounds.class, "hand-off");
        }

        @Override
        public @Nullable Duration closeTimeout() {
            return value(Duration.class, "close-timeout");
        }

        @Override
        public @Nullable Duration closeGrace() {
            return value(Duration.class, "close-grace");
        }

        @Override
        @SuppressWarnings("unchecked")
        public Map<String, Written> named() {
            return (Map<String, Written>) values.getOrDefault("named", Map.of());
        }

        @Override
        public @Nullable String pattern() {
            return value(String.class, "pattern");
        }
    }
}
