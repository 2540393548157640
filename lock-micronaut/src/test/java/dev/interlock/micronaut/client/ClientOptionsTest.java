// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandOff;
import dev.interlock.NamePattern;
import dev.interlock.RetryPolicy;
import dev.interlock.micronaut.config.LockConfiguration;
import dev.interlock.micronaut.config.NamedLocks;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each setting reaches the options of the client. */
final class ClientOptionsTest {

    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofSeconds(3);

    private static ClientOptions options(Map<String, Object> properties) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("locks.backend", "memory");
        try (ApplicationContext context = ApplicationContext.run(all)) {
            return LockClientFactory.options(
                    context.getBean(LockConfiguration.class), context.getBean(NamedLocks.class), List.of(), null);
        }
    }

    @Test
    void every_setting_of_acquisitions_counts_for_all_locks_and_for_a_family() {
        Map<String, Object> written = Map.of(
                "lease", "2s",
                "wait", "4s",
                "max-hold", "5s",
                "lock-delay", "6s",
                "retention", "10s",
                "retry.first-pause", "7ms",
                "retry.max-pause", "8ms",
                "retry.max-attempts", "9",
                "adaptive-lease.shortest", "2s",
                "adaptive-lease.longest", "3s");
        AcquireOptions options = AcquireOptions.waitAtMost(Duration.ofSeconds(4))
                .withLease(SHORT)
                .withMaxHold(Duration.ofSeconds(5))
                .withLockDelay(Duration.ofSeconds(6))
                .withRetention(Duration.ofSeconds(10))
                .withRetry(new RetryPolicy(Duration.ofMillis(7), Duration.ofMillis(8), 9))
                .withAdaptiveLease(SHORT, LONG);
        Map<String, Object> general = new HashMap<>();
        Map<String, Object> named = new HashMap<>(Map.of("locks.named.orders.pattern", "order-*"));
        written.forEach((name, value) -> {
            general.put("locks." + name, value);
            named.put("locks.named.orders." + name, value);
        });
        assertThat(options(general).defaults()).isEqualTo(options);
        assertThat(options(named).namedDefaults()).isEqualTo(Map.of(new NamePattern("order-*"), options));
    }

    @Test
    void the_settings_of_the_client_count() {
        ClientOptions options = options(Map.of(
                "locks.holder-hint", "till-7",
                "locks.renewal-threads", "3",
                "locks.close-timeout", "3s",
                "locks.close-grace", "1s",
                "locks.hand-off.most", "40",
                "locks.hand-off.within", "2s"));
        assertThat(options.holderHint()).isEqualTo("till-7");
        assertThat(options.renewalThreads()).isEqualTo(3);
        assertThat(options.closeTimeout()).isEqualTo(LONG);
        assertThat(options.closeGrace()).isEqualTo(Duration.ofSeconds(1));
        assertThat(options.handOff()).isEqualTo(new HandOff(40, SHORT));
    }
}
