// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.AcquireOptions;
import dev.interlock.LeaseRange;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AdaptiveLeaseSettingsTest {

    /** How many holds of a name are measured before its leases follow them: see docs/capacity.md. */
    private static final int ENOUGH = 20;

    @Test
    void without_settings_leases_are_fixed() {
        try (Configured locks = Configured.by(Map.of("locks.named.report.lease", "5s"))) {
            assertThat(locks.general().adaptiveLease()).isNull();
            assertThat(locks.named("report").adaptiveLease()).isNull();
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
        try (Configured locks = Configured.by(properties)) {
            assertThat(locks.general().adaptiveLease()).isEqualTo(range(1_000, 30_000));
            assertThat(locks.named("report").adaptiveLease()).isEqualTo(range(1_000, 300_000));
            assertThat(locks.named("order-8").adaptiveLease()).isEqualTo(range(500, 30_000));
            assertThat(locks.named("invoice").adaptiveLease()).isNull();
        }
    }

    @Test
    void one_bound_alone_is_refused_with_the_other() {
        Configured.refused(
                Map.of("locks.adaptive-lease.shortest", "1s"),
                "'locks.adaptive-lease.longest' is missing: 'locks.adaptive-lease.shortest' alone");
        Configured.refused(
                Map.of("locks.named.report.adaptive-lease.longest", "1m"),
                "'locks.named.report.adaptive-lease.shortest' is missing:"
                        + " 'locks.named.report.adaptive-lease.longest' alone");
    }

    @Test
    void a_shortest_lease_beyond_the_longest_one_is_refused_with_both() {
        Configured.refused(
                Map.of(
                        "locks.adaptive-lease.shortest", "1s",
                        "locks.adaptive-lease.longest", "30s",
                        "locks.named.report.adaptive-lease.shortest", "1m"),
                "'locks.named.report.adaptive-lease.shortest' must be <= 'locks.named.report.adaptive-lease.longest' but"
                        + " 60000 ms > 30000 ms: set both");
    }

    @Test
    void a_value_that_is_no_lease_is_refused() {
        Configured.refused(
                Map.of("locks.adaptive-lease.shortest", "9ms"),
                "'locks.adaptive-lease.shortest' must be a duration from PT0.01S");
        Configured.refused(
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
        try (Configured locks = Configured.byVariables(
                Map.of("locks.backend", "memory", "locks.named.nightly-job.wait", "1s"), variables)) {
            assertThat(locks.general().adaptiveLease()).isEqualTo(range(2_000, 20_000));
            assertThat(locks.named("report").adaptiveLease()).isEqualTo(range(3_000, 20_000));
            assertThat(locks.named("nightly-job").adaptiveLease()).isEqualTo(range(2_000, 3_600_000));
        }
    }

    @Test
    void leases_follow_the_holds_but_for_a_name_with_a_lease_of_its_own() throws InterruptedException {
        Map<String, Object> properties = Map.of(
                "locks.adaptive-lease.shortest", "10s",
                "locks.adaptive-lease.longest", "1h",
                "locks.named.report.lease", "1m");
        try (Configured locks = Configured.by(properties)) {
            LockClient client = locks.context().getBean(LockClient.class);
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

    private static LeaseRange range(int shortestMillis, int longestMillis) {
        return new LeaseRange(Duration.ofMillis(shortestMillis), Duration.ofMillis(longestMillis));
    }
}
