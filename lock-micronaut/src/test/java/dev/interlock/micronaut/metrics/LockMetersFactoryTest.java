// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockGroups;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.micrometer.LockMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The meters of lock-micrometer on the client that was made from the configuration. */
final class LockMetersFactoryTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void the_client_is_counted_with_the_tags_of_the_configuration() {
        try (ApplicationContext context = context(Map.of("locks.metrics.names", List.of("order-*", "report")))) {
            LockClient client = context.getBean(LockClient.class);
            LockHandle handle = client.lock("order-7").tryAcquire().orElseThrow();
            assertThat(client.lock("order-7").tryAcquire()).isEmpty();
            assertThat(client.lock("order-7").acquireAsync(AcquireOptions.waitAtMost(Duration.ofMinutes(1))))
                    .isNotNull();
            await().untilAsserted(() -> {
                assertThat(count(LockMeters.ACQUIRE, "outcome", "acquired", "lock", "order-*"))
                        .isOne();
                assertThat(count(LockMeters.ACQUIRE, "outcome", "taken", "lock", "order-*"))
                        .isOne();
                assertThat(count(LockMeters.ACQUIRE, "outcome", "timed_out", "lock", "order-*"))
                        .isZero();
                assertThat(count(LockMeters.CONTENDED, "lock", "order-*")).isPositive();
                assertThat(gauge(LockMeters.ACTIVE)).isOne();
                assertThat(gauge(LockMeters.WAITING)).isOne();
            });
            assertThat(count(LockMeters.CONTENDED, "lock", "report")).isZero();
            handle.close();
            await().untilAsserted(() -> assertThat(gauge(LockMeters.WAITING)).isZero());
        }
    }

    @Test
    void a_lost_hold_is_counted_and_no_longer_active() throws InterruptedException {
        try (ApplicationContext context = context(Map.of())) {
            LockClient client = context.getBean(LockClient.class);
            LockHandle handle =
                    client.lock("report").acquire(AcquireOptions.inherited().withMaxHold(Duration.ofMillis(10)));
            await().untilAsserted(() -> {
                assertThat(count(LockMeters.LOST, "outcome", "max_hold")).isOne();
                assertThat(gauge(LockMeters.ACTIVE)).isZero();
            });
            assertThatThrownBy(handle::close).isInstanceOf(LockLostException.class);
        }
    }

    @Test
    void the_end_of_the_context_takes_the_meters_out_for_the_next_one() {
        context(Map.of()).close();
        assertThat(ours()).isEmpty();
        context(Map.of()).close();
    }

    @Test
    void an_application_can_switch_them_off() {
        try (ApplicationContext context = context(Map.of("micronaut.metrics.binders.locks.enabled", "false"))) {
            assertThat(context.containsBean(LockMeters.class)).isFalse();
            assertThat(ours()).isEmpty();
        }
    }

    @Test
    void too_many_names_are_refused() {
        List<String> most = IntStream.range(0, LockGroups.MAX)
                .mapToObj(number -> "order-" + number)
                .toList();
        context(Map.of("locks.metrics.names", most)).close();
        List<String> tooMany = IntStream.rangeClosed(0, LockGroups.MAX)
                .mapToObj(number -> "order-" + number)
                .toList();
        assertThatThrownBy(() -> context(Map.of("locks.metrics.names", tooMany)).close())
                .hasMessageContaining("locks.metrics.names must have at most 100 names but has 101");
    }

    private ApplicationContext context(Map<String, Object> properties) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("locks.backend", "memory");
        return ApplicationContext.builder(all).singletons(registry).start();
    }

    /** Micronaut has meters of its own. */
    private List<String> ours() {
        return registry.getMeters().stream()
                .map(meter -> meter.getId().getName())
                .filter(name -> name.startsWith("lock."))
                .toList();
    }

    private double count(String meter, String... tags) {
        return registry.get(meter).tags(tags).tag("backend", "memory").counter().count();
    }

    private double gauge(String meter) {
        return registry.get(meter).tag("backend", "memory").gauge().value();
    }
}
