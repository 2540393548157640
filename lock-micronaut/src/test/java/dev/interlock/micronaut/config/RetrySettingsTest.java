// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.RetryPolicy;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RetrySettingsTest {

    @Test
    void without_settings_the_pace_is_the_standard_one() {
        try (Configured locks = Configured.by(Map.of("locks.named.report.lease", "5s"))) {
            // No setting says anything, so the library's own defaults count.
            assertThat(locks.general().retry()).isNull();
            assertThat(locks.named("report").retry()).isNull();
            assertThat(locks.named("orders").retry()).isNull();
        }
    }

    @Test
    void a_setting_that_a_named_lock_leaves_out_is_that_of_all_locks() {
        Map<String, Object> properties = Map.of(
                "locks.retry.first-pause", "20ms",
                "locks.retry.max-pause", "2s",
                "locks.retry.max-attempts", "7",
                "locks.named.report.retry.max-attempts", "1",
                "locks.named.orders.pattern", "order-*",
                "locks.named.orders.retry.first-pause", "1s",
                "locks.named.endless.retry.max-attempts", "unlimited");
        try (Configured locks = Configured.by(properties)) {
            assertThat(locks.general().retry()).isEqualTo(policy(20, 2_000, 7));
            assertThat(locks.named("report").retry()).isEqualTo(policy(20, 2_000, 1));
            assertThat(locks.named("order-8").retry()).isEqualTo(policy(1_000, 2_000, 7));
            assertThat(locks.named("endless").retry()).isEqualTo(policy(20, 2_000, Integer.MAX_VALUE));
        }
    }

    @Test
    void a_first_pause_beyond_the_longest_one_is_refused_with_both() {
        Configured.refused(
                Map.of("locks.retry.first-pause", "1s"),
                "'locks.retry.first-pause' must be <= 'locks.retry.max-pause'");
        Configured.refused(
                Map.of("locks.retry.max-pause", "5s", "locks.named.report.retry.first-pause", "6s"),
                "'locks.named.report.retry.first-pause' must be <= 'locks.named.report.retry.max-pause' but 6000 ms >"
                        + " 5000 ms: set both");
    }

    @Test
    void values_out_of_bounds_are_refused() {
        Configured.refused(
                Map.of("locks.retry.max-attempts", "0"), "'locks.retry.max-attempts' must be a whole number from 1");
        Configured.refused(
                Map.of("locks.retry.max-pause", "2h"), "'locks.retry.max-pause' must be a duration from PT0.001S");
        Configured.refused(
                Map.of("locks.named.report.retry.first-pause", "0s"),
                "'locks.named.report.retry.first-pause' must be a duration from PT0.001S");
    }

    @Test
    void variables_of_the_environment_say_the_same() {
        Map<String, Object> variables = Map.of(
                "LOCKS_RETRY_MAX_ATTEMPTS", "4",
                "LOCKS_NAMED_REPORT_MAX_HOLD", "3m",
                "LOCKS_NAMED_REPORT_RETRY_FIRST_PAUSE", "30ms",
                "LOCKS_NAMED_NIGHTLY_JOB_RETRY_FIRST_PAUSE", "40ms");
        try (Configured locks = Configured.byVariables(
                Map.of("locks.backend", "memory", "locks.named.nightly-job.wait", "1s"), variables)) {
            assertThat(locks.general().retry()).isEqualTo(policy(10, 500, 4));
            assertThat(locks.named("report").retry()).isEqualTo(policy(30, 500, 4));
            assertThat(locks.named("nightly-job").retry()).isEqualTo(policy(40, 500, 4));
            assertThat(locks.named("report").maxHold()).isEqualTo(Duration.ofMinutes(3));
        }
    }

    /** The wait is an hour and the test has two minutes: only the cap can end it. */
    @Test
    void the_cap_ends_a_wait_whose_time_is_not_over() {
        String uri = "memory:retry-settings";
        Map<String, Object> properties =
                Map.of("locks.uri", uri, "locks.wait", "1h", "locks.named.report.retry.max-attempts", "1");
        try (LockClient other = LockClient.connect(uri);
                LockHandle held = other.lock("report").tryAcquire().orElseThrow();
                ApplicationContext context = ApplicationContext.run(properties)) {
            assertThat(held.fencingToken()).isPositive();
            assertThatThrownBy(() ->
                            context.getBean(LockClient.class).lock("report").acquire(AcquireOptions.inherited()))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining("1 attempt)");
        }
    }

    private static RetryPolicy policy(int firstMillis, int longestMillis, int attempts) {
        return new RetryPolicy(Duration.ofMillis(firstMillis), Duration.ofMillis(longestMillis), attempts);
    }
}
