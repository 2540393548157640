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
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySource.Origin;
import io.micronaut.context.env.PropertySource.PropertyConvention;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RetrySettingsTest {

    @Test
    void without_settings_the_pace_is_the_standard_one() {
        try (ApplicationContext context = context(Map.of("locks.named.report.lease", "5s"))) {
            // Nobody says anything, so the library's own defaults count.
            assertThat(general(context)).isNull();
            assertThat(named(context, "report")).isNull();
            assertThat(named(context, "orders")).isNull();
        }
    }

    @Test
    void what_a_named_lock_does_not_say_is_taken_from_all_locks() {
        Map<String, Object> properties = Map.of(
                "locks.retry.first-pause", "20ms",
                "locks.retry.max-pause", "2s",
                "locks.retry.max-attempts", "7",
                "locks.named.report.retry.max-attempts", "1",
                "locks.named.orders.pattern", "order-*",
                "locks.named.orders.retry.first-pause", "1s",
                "locks.named.endless.retry.max-attempts", "unlimited");
        try (ApplicationContext context = context(properties)) {
            assertThat(general(context)).isEqualTo(policy(20, 2_000, 7));
            assertThat(named(context, "report")).isEqualTo(policy(20, 2_000, 1));
            assertThat(named(context, "order-8")).isEqualTo(policy(1_000, 2_000, 7));
            assertThat(named(context, "endless")).isEqualTo(policy(20, 2_000, Integer.MAX_VALUE));
        }
    }

    @Test
    void a_first_pause_beyond_the_longest_one_is_refused_with_both() {
        refused(
                Map.of("locks.retry.first-pause", "1s"),
                "'locks.retry.first-pause' must be <= 'locks.retry.max-pause'");
        refused(
                Map.of("locks.retry.max-pause", "5s", "locks.named.report.retry.first-pause", "6s"),
                "'locks.named.report.retry.first-pause' must be <= 'locks.named.report.retry.max-pause' but 6000 ms >"
                        + " 5000 ms: set both");
    }

    @Test
    void values_out_of_bounds_are_refused() {
        refused(Map.of("locks.retry.max-attempts", "0"), "'locks.retry.max-attempts' must be a whole number from 1");
        refused(Map.of("locks.retry.max-pause", "2h"), "'locks.retry.max-pause' must be a duration from PT0.001S");
        refused(
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
        try (ApplicationContext context = ApplicationContext.builder(
                        Map.of("locks.backend", "memory", "locks.named.nightly-job.wait", "1s"))
                .propertySources(PropertySource.of(
                        "variables", variables, PropertyConvention.ENVIRONMENT_VARIABLE, Origin.of("the environment")))
                .start()) {
            assertThat(general(context)).isEqualTo(policy(10, 500, 4));
            assertThat(named(context, "report")).isEqualTo(policy(30, 500, 4));
            assertThat(named(context, "nightly-job")).isEqualTo(policy(40, 500, 4));
            assertThat(context.getBean(NamedLocks.class)
                            .defaultsFor("report")
                            .options()
                            .maxHold())
                    .isEqualTo(Duration.ofMinutes(3));
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

    private static void refused(Map<String, Object> properties, String message) {
        assertThatThrownBy(() -> context(properties).close()).hasMessageContaining(message);
    }

    private static ApplicationContext context(Map<String, Object> properties) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("locks.backend", "memory");
        return ApplicationContext.run(all);
    }

    private static RetryPolicy general(ApplicationContext context) {
        return context.getBean(LockConfiguration.class).defaults().retry();
    }

    private static RetryPolicy named(ApplicationContext context, String lock) {
        return context.getBean(NamedLocks.class).defaultsFor(lock).options().retry();
    }

    private static RetryPolicy policy(int firstMillis, int longestMillis, int attempts) {
        return new RetryPolicy(Duration.ofMillis(firstMillis), Duration.ofMillis(longestMillis), attempts);
    }
}
