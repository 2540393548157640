// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandOff;
import dev.interlock.LeaseRange;
import dev.interlock.NamePattern;
import dev.interlock.RetryPolicy;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ClientSettingsTest {

    @Test
    void what_is_not_set_is_inherited() {
        ClientOptions options = options(Map.of());
        assertThat(options.defaults()).isEqualTo(ClientOptions.STANDARD.defaults());
        assertThat(options.closeGrace()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void acquisitions_are_set_for_all_locks_and_by_name() {
        ClientOptions options = options(Map.of(
                "interlock.lease", "5s",
                "interlock.wait", "unlimited",
                "interlock.named.reports.pattern", "report-*",
                "interlock.named.reports.lock-delay", "3s",
                "interlock.named.reports.max-hold", "2h",
                "interlock.retention", "6s",
                "interlock.lock-delay", "4s"));
        assertThat(options.defaults().lease()).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.defaults().lockDelay()).isEqualTo(Duration.ofSeconds(4));
        assertThat(options.defaults().retention()).isEqualTo(Duration.ofSeconds(6));
        assertThat(options.defaults().maxWait()).isEqualTo(AcquireOptions.UNLIMITED);
        assertThat(options.namedDefaults())
                .isEqualTo(Map.of(
                        new NamePattern("report-*"),
                        AcquireOptions.inherited()
                                .withLockDelay(Duration.ofSeconds(3))
                                .withMaxHold(Duration.ofHours(2))));
    }

    @Test
    void retries_adaptive_leases_and_hand_off_are_set() {
        ClientOptions options = options(Map.of(
                "interlock.retry.max-pause", "2s",
                "interlock.retry.max-attempts", "7",
                "interlock.adaptive-lease.shortest", "5s",
                "interlock.adaptive-lease.longest", "1m",
                "interlock.renewal-threads", "3",
                "interlock.hand-off.most", "40",
                "interlock.hand-off.within", "2s",
                "interlock.named.reports.retry.max-attempts", "unlimited"));
        assertThat(options.defaults().retry())
                .isEqualTo(new RetryPolicy(RetryPolicy.STANDARD.firstPause(), Duration.ofSeconds(2), 7));
        assertThat(options.defaults().adaptiveLease())
                .isEqualTo(new LeaseRange(Duration.ofSeconds(5), Duration.ofMinutes(1)));
        assertThat(options.renewalThreads()).isEqualTo(3);
        assertThat(options.handOff()).isEqualTo(new HandOff(40, Duration.ofSeconds(2)));
        assertThat(options.namedDefaults().values())
                .singleElement()
                .satisfies(own -> assertThat(own.retry())
                        .as("what the block does not set is the client's")
                        .isEqualTo(new RetryPolicy(
                                RetryPolicy.STANDARD.firstPause(), Duration.ofSeconds(2), Integer.MAX_VALUE)));
    }

    @Test
    void a_value_out_of_bounds_is_refused_with_its_property() {
        refused(Map.of("interlock.lease", "1ms"), "interlock.lease is PT0.001S");
        refused(Map.of("interlock.wait", "5"), "interlock.wait is 5, which is refused: must be a duration with a unit");
        refused(Map.of("interlock.named.reports.lock-delay", "-1s"), "interlock.named.reports.lock-delay is PT-1S");
        refused(Map.of("interlock.retry.max-attempts", "many"), "interlock.retry.*: max-attempts must be a number");
        refused(Map.of("interlock.adaptive-lease.longest", "1m"), "shortest and longest must both be set, or none");
    }

    @Test
    void a_grace_of_more_than_half_of_the_time_out_is_refused() {
        refused(
                Map.of("interlock.close-timeout", "4s", "interlock.close-grace", "3s"),
                "interlock.close-grace is PT3S, which is refused: it must be at most half of interlock.close-timeout");
        assertThat(options(Map.of("interlock.close-timeout", "4s")).closeGrace())
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void two_blocks_with_one_pattern_are_refused() {
        refused(
                Map.of("interlock.named.a.pattern", "order-*", "interlock.named.b.pattern", "order-*"),
                "has the same pattern");
    }

    private static void refused(Map<String, String> properties, String message) {
        assertThatThrownBy(() -> options(properties))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(message);
    }

    private static ClientOptions options(Map<String, String> properties) {
        InterlockConfig config = new SmallRyeConfigBuilder()
                .withMapping(InterlockConfig.class)
                .withConverter(Duration.class, 200, new DurationConverter())
                .withSources(new PropertiesConfigSource(properties, "test", 100))
                .build()
                .getConfigMapping(InterlockConfig.class);
        return ClientSettings.options("interlock.", config.main(), ClientOptions.STANDARD);
    }
}
