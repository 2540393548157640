// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LockMetersTest {

    private final ApplicationContext context = ApplicationContext.builder(
                    Map.of("locks.backend", "memory", "locks.metrics.names", List.of("order-*", "report")))
            .singletons(new SimpleMeterRegistry())
            .start();
    private final MeterRegistry registry = context.getBean(SimpleMeterRegistry.class);

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    void those_who_wait_are_counted() {
        LockClient client = context.getBean(LockClient.class);
        LockHandle handle = client.lock("order-7").tryAcquire().orElseThrow();
        client.lock("order-7").acquireAsync(AcquireOptions.waitAtMost(Duration.ofMinutes(1)));
        client.lock("order-7").acquireAsync(AcquireOptions.waitAtMost(Duration.ofMinutes(1)));
        await().untilAsserted(() ->
                assertThat(registry.get(LockMeters.WAITING).gauge().value()).isEqualTo(2));
        handle.close();
        await().untilAsserted(() ->
                assertThat(registry.get(LockMeters.WAITING).gauge().value()).isEqualTo(1));
    }

    @Test
    void holds_of_the_client_are_counted() {
        LockClient client = context.getBean(LockClient.class);
        LockHandle handle = client.lock("order-7").tryAcquire().orElseThrow();
        assertThat(client.lock("order-7").tryAcquire()).isEmpty();
        await().untilAsserted(() -> {
            assertThat(count(LockMeters.ACQUIRE, "outcome", "acquired", "lock", "order-*"))
                    .isOne();
            assertThat(count(LockMeters.ACQUIRE, "outcome", "timed_out", "lock", "order-*"))
                    .isOne();
            assertThat(registry.get(LockMeters.ACTIVE)
                            .tag("backend", "memory")
                            .gauge()
                            .value())
                    .isOne();
        });
        handle.close();
        await().untilAsserted(() -> {
            assertThat(registry.get(LockMeters.ACTIVE).gauge().value()).isZero();
            assertThat(registry.get(LockMeters.HOLD).timer().count()).isOne();
        });
    }

    @Test
    void a_lost_hold_is_counted_and_no_longer_active() throws InterruptedException {
        LockClient client = context.getBean(LockClient.class);
        LockHandle handle =
                client.lock("report").acquire(AcquireOptions.inherited().withMaxHold(Duration.ofMillis(10)));
        await().untilAsserted(() -> {
            assertThat(count(LockMeters.LOST, "outcome", "max_hold", "lock", "report"))
                    .isOne();
            assertThat(registry.get(LockMeters.ACTIVE).gauge().value()).isZero();
        });
        handle.close();
    }

    @Test
    void each_event_has_its_meter() {
        LockMeters meters = context.getBean(LockMeters.class);
        meters.on(new LockEvent.Cancelled("x", Duration.ofMillis(3)));
        meters.on(new LockEvent.Unavailable("x", "down"));
        meters.on(new LockEvent.OutcomeUnknown("x", Duration.ofSeconds(1), "silence"));
        meters.on(new LockEvent.Renewed("x", 1));
        meters.on(new LockEvent.RenewalFailed("x", 1, Duration.ofSeconds(1), "silence"));
        meters.on(new LockEvent.RenewalDelayed("x", 1, Duration.ofSeconds(1), Duration.ofSeconds(2)));
        meters.on(new LockEvent.ReleaseFailed("x", 1, ReleaseResult.UNKNOWN, "silence"));
        meters.on(new LockEvent.Lost("x", new LockLost("x", 1, LossCause.NOT_OWNER, "taken")));
        assertThat(count(LockMeters.ACQUIRE, "outcome", "cancelled", "lock", "other"))
                .isOne();
        assertThat(count(LockMeters.ACQUIRE, "outcome", "unavailable", "backend", "memory"))
                .isOne();
        assertThat(count(LockMeters.ACQUIRE, "outcome", "unknown")).isOne();
        assertThat(count(LockMeters.UNKNOWN)).isOne();
        assertThat(count(LockMeters.RENEWALS, "outcome", "renewed")).isOne();
        assertThat(count(LockMeters.RENEWALS, "outcome", "failed")).isOne();
        assertThat(count(LockMeters.RENEWALS, "outcome", "delayed")).isOne();
        assertThat(count(LockMeters.RELEASE_FAILED, "outcome", "unknown")).isOne();
        assertThat(count(LockMeters.LOST, "outcome", "not_owner")).isOne();
        assertThat(registry.get(LockMeters.ACQUIRE_DURATION)
                        .tag("outcome", "cancelled")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(3);
    }

    @Test
    void without_a_list_no_name_becomes_a_tag() {
        LockMetricsConfiguration none = new LockMetricsConfiguration(null);
        assertThat(none.tag("order-7")).isEmpty();
    }

    private double count(String meter, String... tags) {
        return registry.get(meter).tags(tags).counter().count();
    }
}
