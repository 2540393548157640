// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.Renewal;
import dev.interlock.memory.ManualClock;
import dev.interlock.memory.MemoryStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client does is in the registry, without any framework. */
final class LockClientMetricsTest {

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore();
    private final LockClient client = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock));
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final LockClientMetrics metrics = LockClientMetrics.of(client);

    @AfterEach
    void stop() {
        metrics.close();
        client.close();
    }

    @Test
    void a_hold_and_its_waiters_are_counted() {
        metrics.bindTo(registry);
        LockHandle handle = client.lock("a").tryAcquire().orElseThrow();
        assertThat(client.lock("a").acquireAsync(AcquireOptions.waitAtMost(AcquireOptions.UNLIMITED)))
                .isNotNull();
        assertThat(client.lock("a").acquireAsync(AcquireOptions.waitAtMost(AcquireOptions.UNLIMITED)))
                .isNotNull();
        await().untilAsserted(() -> {
            assertThat(gauge(LockMeters.ACTIVE)).isEqualTo(1);
            assertThat(gauge(LockMeters.WAITING)).isEqualTo(2);
            assertThat(counter(LockMeters.CONTENDED)).isEqualTo(2);
        });
        handle.close();
        await().untilAsserted(() -> {
            assertThat(gauge(LockMeters.WAITING)).isEqualTo(1);
            assertThat(registry.get(LockMeters.HOLD)
                            .tag("backend", "memory")
                            .timer()
                            .count())
                    .isOne();
        });
    }

    /** No renewal on a thread of its own may race with the clock of this test. */
    @Test
    void a_hold_that_the_machine_slept_through_is_uncertain_and_then_lost() throws InterruptedException {
        metrics.bindTo(registry);
        LockHandle handle = client.lock("a")
                .acquire(AcquireOptions.inherited()
                        .withRenewal(Renewal.NONE)
                        .withLease(Duration.ofMinutes(10))
                        .withMaxHold(Duration.ofMinutes(5)));
        clock.sleep(Duration.ofSeconds(30));
        assertThat(handle.state()).isNotNull();
        await().untilAsserted(() -> assertThat(counter(LockMeters.UNCERTAIN)).isOne());
        clock.advance(Duration.ofMinutes(10));
        await().untilAsserted(() -> {
            assertThat(registry.get(LockMeters.LOST).counters().stream()
                            .mapToDouble(counter -> counter.count())
                            .sum())
                    .isOne();
            assertThat(gauge(LockMeters.ACTIVE)).isZero();
        });
    }

    @Test
    void a_close_ends_the_listening_and_takes_the_meters_out() {
        MeterRegistry second = new SimpleMeterRegistry();
        metrics.bindTo(registry);
        metrics.bindTo(second);
        assertThat(second.getMeters()).hasSameSizeAs(registry.getMeters()).isNotEmpty();
        metrics.close();
        metrics.close();
        client.lock("a").tryAcquire().orElseThrow().close();
        assertThat(registry.getMeters()).isEmpty();
        assertThat(second.getMeters()).isEmpty();
        assertThatThrownBy(() -> metrics.bindTo(registry))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed: make new ones");
    }

    @Test
    void metrics_that_cannot_register_a_listener_leave_no_meters_behind() {
        try (LockClient busy = LockClient.connect("memory:LockClientMetricsTest")) {
            LockClientMetrics many = LockClientMetrics.of(busy);
            for (int i = 0; i < 16; i++) {
                many.bindTo(new SimpleMeterRegistry());
            }
            assertThatThrownBy(() -> many.bindTo(registry))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("at most 16 listeners");
            assertThat(registry.getMeters()).isEmpty();
        }
    }

    private double gauge(String meter) {
        return registry.get(meter).gauge().value();
    }

    private double counter(String meter) {
        return registry.get(meter).counter().count();
    }
}
