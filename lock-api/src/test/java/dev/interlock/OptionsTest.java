// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static dev.interlock.AcquireOptions.UNLIMITED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.memory.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What users may ask for, and the message if it is too much: argument, value and bound. */
class OptionsTest {

    private static final Duration TOO_LONG = AcquireOptions.MAX_LEASE.plusNanos(1);

    private static void refused(ThrowingCallable call, String... parts) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .contains(parts);
    }

    @Test
    void waits_leases_and_caps_have_bounds() {
        AcquireOptions options = AcquireOptions.inherited();
        refused(() -> options.withMaxWait(Duration.ofNanos(-1)), "maxWait", "0 ms", "365 days", "PT-0.000000001S");
        refused(() -> options.withMaxWait(TOO_LONG), "maxWait", "365 days", "PT8760H0.000000001S");
        refused(() -> options.withLease(Duration.ofMillis(9)), "lease", "10 ms", "365 days", "PT0.009S");
        refused(() -> options.withLease(TOO_LONG), "lease");
        refused(() -> options.withLease(UNLIMITED), "lease");
        refused(() -> options.withMaxHold(Duration.ofMillis(9)), "maxHold", "10 ms", "PT0.009S");
        refused(() -> options.withMaxHold(TOO_LONG), "maxHold");
        refused(() -> options.withLockDelay(Duration.ofNanos(-1)), "lockDelay", "0 ms", "365 days", "PT-0.000000001S");
        refused(() -> options.withLockDelay(UNLIMITED), "lockDelay");
        refused(() -> options.withRetention(Duration.ofNanos(-1)), "retention", "0 ms", "365 days");
        refused(() -> options.withRetention(UNLIMITED), "retention");
        assertThat(options.withRetention(Duration.ofNanos(10_999_999)).retention())
                .isEqualTo(Duration.ofMillis(10));
        assertThat(options.withLockDelay(Duration.ofNanos(10_999_999)).lockDelay())
                .isEqualTo(Duration.ofMillis(10));
        assertThat(options.withMaxWait(UNLIMITED).maxWait()).isEqualTo(UNLIMITED);
        assertThat(options.withMaxHold(UNLIMITED).maxHold()).isEqualTo(UNLIMITED);
        assertThat(options.withMaxWait(AcquireOptions.MAX_LEASE).maxWait()).isEqualTo(AcquireOptions.MAX_LEASE);
        assertThat(options.withLease(Duration.ofNanos(10_999_999)).lease()).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void candidates_have_bounds() {
        ElectionOptions options = ElectionOptions.STANDARD;
        refused(() -> options.withMargin(Duration.ZERO), "margin", "PT0.001S", "PT8760H", "PT0S");
        refused(() -> options.withMargin(TOO_LONG), "margin");
        refused(() -> options.withDelay(Duration.ofNanos(-1)), "delay", "PT0S", "PT8760H", "PT-0.000000001S");
        refused(() -> options.withDelay(UNLIMITED), "delay");
        refused(() -> options.withMaxTerm(Duration.ofMillis(9)), "maxTerm", "PT0.01S", "PT8760H", "PT0.009S");
        refused(() -> options.withMaxTerm(TOO_LONG), "maxTerm");
        refused(() -> options.withPauses(Duration.ZERO, second(1)), "shortestPause", "PT0.001S", "PT1S", "PT0S");
        refused(() -> options.withPauses(second(2), second(1)), "shortestPause", "PT2S");
        refused(() -> options.withPauses(second(1), Duration.ofHours(2)), "longestPause", "PT1H", "PT2H");
        assertThat(options.withMaxTerm(UNLIMITED)).isEqualTo(options);
    }

    @Test
    void options_of_candidates_are_equal_if_all_of_them_are() {
        ElectionOptions standard = ElectionOptions.STANDARD;
        List<ElectionOptions> different = List.of(
                standard,
                standard.withLock(AcquireOptions.waitAtMost(second(1))),
                standard.withMargin(second(1)),
                standard.withDelay(second(1)),
                standard.withMaxTerm(second(1)),
                standard.withPauses(second(2), second(30)),
                standard.withPauses(second(1), second(2)));
        assertThat(different).doesNotHaveDuplicates();
        assertThat(standard.withMargin(second(3)))
                .isEqualTo(standard.withMargin(second(3)))
                .hasSameHashCodeAs(standard.withMargin(second(3)));
        assertThat(standard.withMargin(second(3)).toString()).contains("margin=PT3S", "delay=PT0S");
    }

    @Test
    void options_are_equal_if_all_of_them_are() {
        AcquireOptions none = AcquireOptions.inherited();
        List<AcquireOptions> different = List.of(
                none,
                none.withMaxWait(second(1)),
                none.withLease(second(1)),
                none.withRenewal(Renewal.NONE),
                none.withMaxHold(second(1)),
                none.withRetry(RetryPolicy.STANDARD),
                none.withLockDelay(second(1)),
                none.withAdaptiveLease(second(1), second(2)),
                none.withRetention(second(1)));
        assertThat(different).doesNotHaveDuplicates();
        assertThat(different).extracting(AcquireOptions::toString).doesNotHaveDuplicates();
        assertThat(none.withLease(second(1)).withMaxWait(second(2)))
                .isEqualTo(AcquireOptions.waitAtMost(second(2)).withLease(second(1)))
                .hasSameHashCodeAs(AcquireOptions.waitAtMost(second(2)).withLease(second(1)))
                .hasToString("AcquireOptions[maxWait=PT2S, lease=PT1S, renewal=null, maxHold=null, retry=null, "
                        + "lockDelay=null, adaptiveLease=null, retention=null]");
    }

    @Test
    void options_of_clients_are_equal_if_all_of_them_are() {
        ClientOptions standard = ClientOptions.STANDARD;
        List<ClientOptions> different = List.of(
                standard,
                standard.withDefaults(AcquireOptions.waitAtMost(second(1))),
                standard.withDefaultsFor("a", AcquireOptions.waitAtMost(second(1))),
                standard.withHolderHint("me"),
                standard.withListeners(event -> {}),
                standard.withClock(new ManualClock()),
                standard.withRenewalThreads(5),
                standard.withCloseTimeout(second(1)),
                standard.withCloseGrace(second(1)),
                standard.withHandOff(HandOff.NONE),
                standard.withMaxRetained(5));
        assertThat(different).doesNotHaveDuplicates();
        assertThat(different).extracting(ClientOptions::toString).doesNotHaveDuplicates();
        assertThat(standard.withHolderHint("me").withRenewalThreads(5))
                .isEqualTo(standard.withRenewalThreads(5).withHolderHint("me"))
                .hasSameHashCodeAs(standard.withRenewalThreads(5).withHolderHint("me"));
    }

    @Test
    void bounds_of_leases_are_leases_in_order() {
        AcquireOptions options = AcquireOptions.inherited();
        refused(() -> options.withAdaptiveLease(Duration.ofMillis(9), second(1)), "shortest", "10 ms", "PT0.009S");
        refused(() -> options.withAdaptiveLease(second(1), UNLIMITED), "longest", "365 days");
        refused(() -> options.withAdaptiveLease(second(2), second(1)), "shortest must be <= longest", "PT2S > PT1S");
        assertThat(new LeaseRange(second(1), second(3).plusNanos(1)).longest()).isEqualTo(second(3));
    }

    private static Duration second(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void retries_have_bounds() {
        Duration second = Duration.ofSeconds(1);
        refused(() -> new RetryPolicy(Duration.ofNanos(999_999), second, 1), "firstPause", "1 ms", "PT0.000999999S");
        refused(() -> new RetryPolicy(second, Duration.ofMillis(999), 1), "maxPause", "PT1S", "PT0.999S");
        refused(() -> new RetryPolicy(second, Duration.ofHours(1).plusNanos(1), 1), "maxPause", "PT1H");
        refused(() -> RetryPolicy.STANDARD.withMaxAttempts(0), "maxAttempts", "1", "0");
    }

    @Test
    void threads_that_renew_and_the_time_to_close_have_bounds() {
        ClientOptions options = ClientOptions.STANDARD;
        refused(() -> options.withRenewalThreads(1), "renewalThreads", ">= 2 and <= 1000", "was 1");
        refused(() -> options.withRenewalThreads(1_001), "renewalThreads");
        refused(() -> options.withCloseTimeout(Duration.ofMillis(99)), "closeTimeout", "100 ms", "1 h", "PT0.099S");
        refused(() -> options.withCloseTimeout(Duration.ofHours(1).plusNanos(1)), "closeTimeout");
        refused(() -> options.withCloseGrace(Duration.ofNanos(-1)), "closeGrace", "10000 ms", "PT-0.000000001S");
        refused(() -> options.withCloseGrace(Duration.ofSeconds(10)), "closeGrace", "10000 ms", "PT10S");
        ClientOptions changed = options.withRenewalThreads(5).withCloseTimeout(Duration.ofSeconds(7));
        assertThat(changed.renewalThreads()).isEqualTo(5);
        assertThat(changed.withHolderHint("me").withListeners().closeTimeout()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void hand_off_has_bounds() {
        refused(() -> new HandOff(-1, Duration.ZERO), "most", ">= 0 and <= 63", "was -1");
        refused(() -> new HandOff(64, Duration.ZERO), "most", "was 64");
        refused(() -> new HandOff(1, Duration.ofNanos(-1)), "within", ">= 0 and <= 1 min");
        refused(() -> new HandOff(1, Duration.ofMinutes(1).plusNanos(1)), "within");
        assertThat(ClientOptions.STANDARD.handOff()).isEqualTo(HandOff.STANDARD);
        ClientOptions changed = ClientOptions.STANDARD.withHandOff(HandOff.NONE);
        assertThat(changed.withHolderHint("me").withListeners().handOff()).isEqualTo(HandOff.NONE);
    }

    @Test
    void hints_are_short_printable_ascii() {
        ClientOptions options = ClientOptions.STANDARD;
        refused(() -> options.withHolderHint(""), "holderHint", "1 to 94");
        refused(() -> options.withHolderHint("x".repeat(95)), "holderHint", "1 to 94");
        refused(() -> options.withHolderHint("a\nb"), "holderHint", "'a?b'");
        refused(() -> options.withHolderHint("caf\u00e9"), "holderHint", "'caf?'");
        assertThat(options.withHolderHint("x".repeat(94)).holderHint()).hasSize(94);
    }

    @Test
    void capabilities_have_bounds_and_know_what_is_missing() {
        Duration second = Duration.ofSeconds(1);
        refused(() -> Capabilities.of("x", Waiting.POLL, second, Duration.ZERO), "minLease", "PT1S", "PT0S");
        refused(() -> Capabilities.of("x", Waiting.POLL, second, second).withMaxTokens(0), "maxTokens", "0");
        Capabilities some =
                Capabilities.of("x", Waiting.POLL, second, second).withDeclared(Set.of(Capability.NOTIFIES_WAITERS));
        assertThat(some.has(Capability.NOTIFIES_WAITERS)).isTrue();
        assertThat(some.missing())
                .containsExactly(
                        Capability.FIFO_BETWEEN_CLIENTS,
                        Capability.TOKENS_SURVIVE_DATA_LOSS,
                        Capability.SURVIVES_RESTART,
                        Capability.SURVIVES_FAIL_OVER,
                        Capability.SURVIVES_CLOCK_JUMP,
                        Capability.ENDS_WITH_CONNECTION,
                        Capability.GRANTS_ALL_AT_ONCE,
                        Capability.KEEPS_LOCK_DELAY,
                        Capability.RECALLS,
                        Capability.REPORTS_LOSS,
                        Capability.SHARES)
                .allMatch(missing -> !missing.absence().isEmpty());
        List<Capabilities> different = List.of(
                some,
                Capabilities.of("y", Waiting.POLL, second, second).withDeclared(some.declared()),
                some.withDeclared(Set.of()),
                some.withWaiting(Waiting.SIGNAL),
                some.withLeases(Duration.ZERO, second),
                some.withLeases(second, Duration.ofSeconds(2)),
                some.withMaxTokens(2));
        assertThat(different).doesNotHaveDuplicates();
        assertThat(different).extracting(Capabilities::toString).doesNotHaveDuplicates();
        assertThat(some.withMaxTokens(2).withMaxTokens(1)).isEqualTo(some).hasSameHashCodeAs(some);
        assertThat(some.require()).isSameAs(some);
        assertThat(some.require(Capability.NOTIFIES_WAITERS)).isSameAs(some);
        assertThatThrownBy(() -> some.require(
                        Capability.SURVIVES_FAIL_OVER, Capability.NOTIFIES_WAITERS, Capability.SURVIVES_RESTART))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the backend 'x', as its store is set up, does not declare [SURVIVES_RESTART, "
                        + "SURVIVES_FAIL_OVER]: " + Capability.SURVIVES_RESTART.absence() + "; "
                        + Capability.SURVIVES_FAIL_OVER.absence()
                        + ". Take another store or another topology, or do without");
    }

    @Test
    void settings_show_the_scheme_and_option_names_but_no_secret() {
        LockSettings settings = LockSettings.of("redis://app:s3cret@localhost:6379/0?token=s3cret")
                .withOption("password", "s3cret")
                .withOption("prefix", "p");
        assertThat(settings.toString())
                .isEqualTo("LockSettings[redis, options=[password, prefix]]")
                .doesNotContain("s3cret");
        assertThat(settings.options()).isEqualTo(Map.of("password", "s3cret", "prefix", "p"));
        assertThat(List.of(
                        settings,
                        LockSettings.of("memory:"),
                        settings.withOption("prefix", "q"),
                        settings.withClient(ClientOptions.STANDARD.withRenewalThreads(5))))
                .doesNotHaveDuplicates();
        assertThat(settings.withOption("prefix", "p")).isEqualTo(settings).hasSameHashCodeAs(settings);
        assertThat(LockSettings.of("no scheme")).hasToString("LockSettings[?, options=[]]");
    }

    @Test
    void the_defaults_of_a_client_hold_where_a_call_says_nothing() throws InterruptedException {
        AcquireOptions defaults =
                AcquireOptions.inherited().withLease(Duration.ofSeconds(5)).withRenewal(Renewal.NONE);
        LockSettings settings = LockSettings.of("memory:").withClient(ClientOptions.STANDARD.withDefaults(defaults));
        try (LockClient client = LockClient.connect(settings)) {
            assertThat(client.lock("a").acquire(AcquireOptions.inherited()).remaining())
                    .isLessThan(Duration.ofSeconds(5));
            assertThat(client.lock("b").tryAcquire().orElseThrow().remaining()).isLessThan(Duration.ofSeconds(5));
            assertThat(client.lock("c")
                            .acquire(AcquireOptions.inherited().withLease(Duration.ofHours(1)))
                            .remaining())
                    .isGreaterThan(Duration.ofMinutes(50));
        }
    }
}
