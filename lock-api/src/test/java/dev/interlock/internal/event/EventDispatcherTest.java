// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.event;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.RenewResult;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.internal.client.ThreadGate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The events that listeners get. */
class EventDispatcherTest {

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void the_events_of_a_hold_arrive_in_order() throws InterruptedException {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.contended());
        assertThat(bench.client.lock("a").tryAcquire()).isEmpty();
        LockHandle handle = bench.acquire("a");
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.RENEWED);
        bench.backend.context.reportLost(bench.backend.idOf(1), "session ended");
        bench.acquire("a").release();
        assertThat(bench.kinds("a"))
                .containsExactly("Contended", "Taken", "Acquired", "Renewed", "Lost", "Acquired", "Released");
        assertThat(bench.eventsOf("a").get(2)).isEqualTo(new LockEvent.Acquired("a", 1, Duration.ZERO));
    }

    @Test
    void a_slow_listener_loses_events_but_delays_no_caller() throws InterruptedException {
        ThreadGate gate = new ThreadGate();
        AtomicInteger slow = new AtomicInteger();
        LockClient.Registration registration = bench.client.addListener(event -> {
            gate.pass();
            slow.incrementAndGet();
        });
        for (int i = 0; i < 5_000; i++) {
            bench.acquire("a").release();
            if (i % 1_000 == 0) {
                // Or the bench's own listener, starved of a processor, might lose events, too.
                assertThat(bench.eventsOf("a")).isNotEmpty();
            }
        }
        bench.acquire("b").release();
        assertThat(bench.kinds("b")).containsExactly("Acquired", "Released");
        assertThat(slow).hasValue(0);
        gate.open();
        await().until(() -> slow.get() > 0);
        registration.close();
        registration.close();
    }

    @Test
    void a_listener_that_throws_gets_the_next_event_too() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        bench.client.addListener(event -> {
            calls.incrementAndGet();
            throw new IllegalStateException("listener failed");
        });
        bench.acquire("a").release();
        await().until(() -> calls.get() == 2);
        assertThat(bench.kinds("a")).containsExactly("Acquired", "Released");
    }

    @Test
    void a_listener_that_was_removed_gets_no_more_events() throws InterruptedException {
        List<LockEvent> received = new CopyOnWriteArrayList<>();
        LockClient.Registration registration = bench.client.addListener(received::add);
        bench.acquire("a").release();
        await().until(() -> received.size() == 2);
        registration.close();
        bench.acquire("b").release();
        bench.eventsOf("b");
        assertThat(received).hasSize(2);
    }

    @Test
    void a_client_has_a_bounded_number_of_listeners() {
        for (int i = 1; i < EventDispatcher.MAX_LISTENERS; i++) {
            bench.client.addListener(event -> {});
        }
        assertThatThrownBy(() -> bench.client.addListener(event -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("at most 16 listeners");
    }
}
