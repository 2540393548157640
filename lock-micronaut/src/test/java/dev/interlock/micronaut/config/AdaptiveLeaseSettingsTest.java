// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.LeaseRange;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySource.Origin;
import io.micronaut.context.env.PropertySource.PropertyConvention;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AdaptiveLeaseSettingsTest {

    /** How many holds of a name are measured before its leases follow them: see docs/capacity.md. */
    private static final int ENOUGH = 20;

    @Test
    void without_settings_leases_are_fixed() {
        try (ApplicationContext context = context(Map.of("locks.named.report.lease", "5s"))) {
            assertThat(general(context)).isNull();
            assertThat(named(context, "report")).isNull();
        }
    }

    @Test
    void a_bound_that_a_named_lock_does_not_say_is_taken_from_all_locks() {
        Map<String, Object> properties = Map.of(
                "locks.adaptive-lease.shortest", "1s",
                "locks.adaptive-lease.longest", "30s",
                "locks.named.report.adaptive-lease.longest", "5m",
                "locks.named.orders.pattern", "order-*",
                "locks.named.orders.adaptive-lease.shortest", "500ms");
        try (ApplicationContext context = context(properties)) {
            assertThat(general(context)).isEqualTo(range(1_000, 30_000));
            assertThat(named(context, "report")).isEqualTo(range(1_000, 300_000));
            assertThat(named(context, "order-8")).isEqualTo(range(500, 30_000));
            assertThat(named(context, "invoice")).isNull();
        }
    }

    @Test
    void one_bound_alone_is_refused_with_the_other() {
        refused(
                Map.of("locks.adaptive-lease.shortest", "1s"),
                "'locks.adaptive-lease.longest' is missing: 'locks.adaptive-lease.shortest' alone");
        refused(
                Map.of("locks.named.report.adaptive-lease.longest", "1m"),
                "'locks.named.report.adaptive-lease.shortest' is missing:"
                        + " 'locks.named.report.adaptive-lease.longest' alone");
    }

    @Test
    void a_shortest_lease_beyond_the_longest_one_is_refused_with_both() {
        refused(
                Map.of(
                        "locks.adaptive-lease.shortest", "1s",
                        "locks.adaptive-lease.longest", "30s",
                        "locks.named.report.adaptive-lease.shortest", "1m"),
                "'locks.named.report.adaptive-lease.shortest' must be <= 'locks.named.report.adaptive-lease.longest' but"
                        + " 60000 ms > 30000 ms: set both");
    }

    @Test
    void what_is_no_lease_is_refused() {
        refused(
                Map.of("locks.adaptive-lease.shortest", "9ms"),
                "'locks.adaptive-lease.shortest' must be a duration from PT0.01S");
        refused(
                Map.of("locks.named.report.adaptive-lease.longest", "366d"),
                "'locks.named.report.adaptive-lease.longest' must be a duration from PT0.01S");
    }

    @Test
    void variables_of_the_environment_say_the_same() {
        Map<String, Object> variables = Map.of(
                "LOCKS_ADAPTIVE_LEASE_SHORTEST", "2s",
                "LOCKS_ADAPTIVE_LEASE_LONGEST", "20s",
                "LOCKS_NAMED_REPORT_ADAPTIVE_LEASE_SHORTEST", "3s",
                "LOCKS_NAMED_NIGHTLY_JOB_ADAPTIVE_LEASE_LONGEST", "1h");
        try (ApplicationContext context = ApplicationContext.builder(
                        Map.of("locks.backend", "memory", "locks.named.nightly-job.wait", "1s"))
                .propertySources(PropertySource.of(
                        "variables", variables, PropertyConvention.ENVIRONMENT_VARIABLE, Origin.of("the environment")))
                .start()) {
            assertThat(general(context)).isEqualTo(range(2_000, 20_000));
            assertThat(named(context, "report")).isEqualTo(range(3_000, 20_000));
            assertThat(named(context, "nightly-job")).isEqualTo(range(2_000, 3_600_000));
        }
    }

    @Test
    void leases_follow_the_holds_but_for_a_name_with_a_lease_of_its_own() throws InterruptedException {
        Map<String, Object> properties = Map.of(
                "locks.adaptive-lease.shortest", "10s",
                "locks.adaptive-lease.longest", "1h",
                "locks.named.report.lease", "1m");
        try (ApplicationContext context = context(properties)) {
            LockClient client = context.getBean(LockClient.class);
            for (String name : new String[] {"order", "report"}) {
                for (int hold = 0; hold < ENOUGH; hold++) {
                    assertThat(leased(client, name)).isGreaterThan(Duration.ofSeconds(10));
                }
            }
            assertThat(leased(client, "order")).isLessThanOrEqualTo(Duration.ofSeconds(10));
            assertThat(leased(client, "report")).isGreaterThan(Duration.ofSeconds(10));
        }
    }

    private static Duration leased(LockClient client, String name) throws InterruptedException {
        try (LockHandle handle = client.lock(name).acquire(AcquireOptions.inherited())) {
            return handle.remaining();
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

    private static LeaseRange general(ApplicationContext context) {
        return context.getBean(LockConfiguration.class).defaults().adaptiveLease();
    }

    private static LeaseRange named(ApplicationContext context, String lock) {
        return context.getBean(NamedLocks.class).defaultsFor(lock).options().adaptiveLease();
    }

    private static LeaseRange range(int shortestMillis, int longestMillis) {
        return new LeaseRange(Duration.ofMillis(shortestMillis), Duration.ofMillis(longestMillis));
    }
}
