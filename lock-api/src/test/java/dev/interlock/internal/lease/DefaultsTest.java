// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LeaseRange;
import dev.interlock.Renewal;
import dev.interlock.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Which defaults apply to a name, and that each option is inherited on its own. */
class DefaultsTest {

    private static final Duration LONG = Duration.ofSeconds(50);
    private static final Duration SHORT = Duration.ofSeconds(5);
    private static final LeaseRange RANGE = new LeaseRange(Duration.ofSeconds(1), Duration.ofSeconds(30));

    private final Defaults defaults = new Defaults(ClientOptions.STANDARD
            .withDefaults(AcquireOptions.waitAtMost(Duration.ofMillis(1)).withLease(LONG))
            .withDefaultsFor("order-*", AcquireOptions.inherited().withLease(SHORT))
            .withDefaultsFor("order-gold-*", AcquireOptions.waitAtMost(AcquireOptions.UNLIMITED))
            .withDefaultsFor("order-gold-1", AcquireOptions.inherited().withMaxHold(SHORT)));

    @Test
    void a_client_without_defaults_has_those_of_the_library() {
        assertThat(new Defaults(ClientOptions.STANDARD).of("a")).isEqualTo(Defaults.OF_THE_LIBRARY);
    }

    @Test
    void other_locks_have_the_defaults_of_the_client() {
        assertThat(defaults.ofAllNames())
                .isEqualTo(Defaults.OF_THE_LIBRARY
                        .withMaxWait(Duration.ofMillis(1))
                        .withLease(LONG));
        assertThat(defaults.of("invoice")).isEqualTo(defaults.ofAllNames());
        assertThat(defaults.of("order")).isEqualTo(defaults.ofAllNames());
    }

    @Test
    void options_that_a_pattern_leaves_open_are_those_of_the_client() {
        assertThat(defaults.of("order-7")).isEqualTo(defaults.ofAllNames().withLease(SHORT));
    }

    @Test
    void only_the_most_exact_pattern_counts() {
        assertThat(defaults.of("order-gold-2")).isEqualTo(defaults.ofAllNames().withMaxWait(AcquireOptions.UNLIMITED));
        assertThat(defaults.of("order-gold-1")).isEqualTo(defaults.ofAllNames().withMaxHold(SHORT));
    }

    @Test
    void every_option_can_be_overridden() {
        AcquireOptions all = AcquireOptions.waitAtMost(SHORT)
                .withLease(LONG)
                .withRenewal(Renewal.NONE)
                .withMaxHold(SHORT)
                .withRetry(RetryPolicy.STANDARD.withMaxAttempts(3))
                .withLockDelay(SHORT)
                .withAdaptiveLease(RANGE.shortest(), RANGE.longest())
                .withRetention(SHORT);
        assertThat(of(AcquireOptions.inherited(), all)).isEqualTo(all);
        assertThat(of(all, AcquireOptions.inherited())).isEqualTo(all);
    }

    @Test
    void an_explicit_lease_overrides_bounds_that_are_further_away() {
        AcquireOptions adaptive = AcquireOptions.inherited().withAdaptiveLease(RANGE.shortest(), RANGE.longest());
        AcquireOptions fixed = AcquireOptions.inherited().withLease(SHORT);
        assertThat(of(adaptive, fixed).adaptiveLease()).isNull();
        assertThat(of(fixed, adaptive).adaptiveLease()).isEqualTo(RANGE);
        assertThat(of(fixed, adaptive).lease()).isEqualTo(SHORT);
        assertThat(of(adaptive, AcquireOptions.waitAtMost(SHORT)).adaptiveLease())
                .isEqualTo(RANGE);
        assertThat(of(fixed, adaptive.withLease(LONG)).adaptiveLease()).isEqualTo(RANGE);
    }

    @Test
    void a_lease_is_kept_within_the_bounds() {
        assertThat(EffectiveOptions.nearest(RANGE, Duration.ZERO)).isEqualTo(RANGE.shortest());
        assertThat(EffectiveOptions.nearest(RANGE, SHORT)).isEqualTo(SHORT);
        assertThat(EffectiveOptions.nearest(RANGE, LONG)).isEqualTo(RANGE.longest());
    }

    private static AcquireOptions of(AcquireOptions ofTheClient, AcquireOptions ofTheName) {
        return new Defaults(ClientOptions.STANDARD.withDefaults(ofTheClient).withDefaultsFor("a", ofTheName)).of("a");
    }
}
