// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.annotation.CurrentLock;
import io.micronaut.context.ApplicationContext;
import io.micronaut.inject.qualifiers.Qualifiers;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Methods that have ended when they return. */
final class LockedTest {

    private final ApplicationContext context =
            ApplicationContext.run(Map.of("locks.backend", "memory", "locks.close-grace", "0s"));
    private final LockClient client = context.getBean(LockClient.class);
    private final Orders orders = context.getBean(Orders.class);

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    void the_lock_is_held_while_the_method_runs_and_free_afterwards() {
        boolean free = orders.pay(7, () -> isFree("order-7"));
        assertThat(free).isFalse();
        assertThat(isFree("order-7")).isTrue();
    }

    @Test
    void arguments_make_different_locks() {
        boolean free = orders.pay(7, () -> isFree("order-8"));
        assertThat(free).isTrue();
        assertThat(orders.send("shop", new Orders.Order("9"))).isEqualTo(2);
    }

    @Test
    void the_handle_is_there_within_the_method_only() {
        long first = orders.pay(7, () -> CurrentLock.handle().fencingToken());
        long second = orders.pay(7, () -> CurrentLock.handle().fencingToken());
        assertThat(second).isGreaterThan(first);
        assertThat(CurrentLock.find()).isEmpty();
        assertThatThrownBy(CurrentLock::handle)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no lock is held here by a @Locked method");
    }

    @Test
    void the_innermost_lock_is_the_current_one() {
        assertThat(orders.nested(orders)).isEqualTo("outer order-1 outer");
    }

    @Test
    void an_exception_of_the_method_is_thrown_and_the_lock_is_free() {
        IllegalStateException failure = new IllegalStateException("no money");
        assertThatThrownBy(() -> orders.pay(7, () -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(isFree("order-7")).isTrue();
    }

    @Test
    void with_FAIL_it_fails_at_once_while_another_has_the_lock() {
        LockHandle other = client.lock("order-7").tryAcquire().orElseThrow();
        assertThatThrownBy(() -> orders.payOrFail("7")).isInstanceOf(LockTimeoutException.class);
        other.close();
        assertThat(orders.payOrFail("7")).isEqualTo(1);
    }

    @Test
    void with_SKIP_the_method_is_not_called_while_another_has_the_lock() {
        LockHandle other = client.lock("order-7").tryAcquire().orElseThrow();
        orders.payOrSkip("7");
        assertThat(orders.maybePay("7")).isEmpty();
        other.close();
        assertThat(orders.calls).hasValue(0);
        assertThat(orders.maybePay("7")).contains(1);
    }

    @Test
    void with_WAIT_it_waits_for_the_lock() throws Exception {
        LockHandle other = client.lock("till").tryAcquire().orElseThrow();
        CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(() -> orders.payAtTill());
        assertThat(orders.calls).hasValue(0);
        other.close();
        assertThat(waiting.get(10, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void waiting_ends_at_its_limit() {
        try (ApplicationContext impatient = ApplicationContext.run(
                Map.of("locks.backend", "memory", "locks.close-grace", "0s", "test.wait", "20ms"))) {
            LockClient another = impatient.getBean(LockClient.class);
            assertThat(another.lock("till").tryAcquire()).isPresent();
            assertThatThrownBy(() -> impatient.getBean(Orders.class).payAtTill())
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining("'till' not acquired within");
        }
    }

    @Test
    void an_interrupted_call_does_not_reach_the_method_and_stays_interrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> orders.pay("7", () -> 1))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("'order-7' not acquired for Orders.pay, which was not called");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(orders.calls).hasValue(0);
    }

    @Test
    void a_lost_lock_is_thrown_instead_of_the_result() {
        assertThatThrownBy(() -> orders.outlive(false))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("'short' was lost before Orders.outlive ended");
        assertThat(orders.calls).hasValue(1);
    }

    @Test
    void a_lost_lock_is_reported_beside_the_exception_of_the_method() {
        assertThatThrownBy(() -> orders.outlive(true))
                .hasMessage("notified true")
                .satisfies(failure ->
                        assertThat(failure.getSuppressed()).singleElement().isInstanceOf(LockLostException.class));
    }

    @Test
    void a_short_job_keeps_its_lock_for_the_shortest_hold() {
        orders.report();
        assertThat(isFree("report")).isFalse();
        orders.report();
        assertThat(orders.calls).hasValue(1);
    }

    @Test
    void the_lock_is_released_when_the_shortest_hold_is_over() {
        try (ApplicationContext brief =
                ApplicationContext.run(Map.of("locks.backend", "memory", "test.min-hold", "50ms"))) {
            Orders jobs = brief.getBean(Orders.class);
            jobs.report();
            Awaitility.await().untilAsserted(() -> {
                jobs.report();
                assertThat(jobs.calls).hasValueGreaterThan(1);
            });
        }
    }

    @Test
    void a_shortest_hold_may_be_configured() {
        try (ApplicationContext configured =
                ApplicationContext.run(Map.of("locks.backend", "memory", "locks.named.till.min-hold", "1h"))) {
            assertThat(configured.getBean(Orders.class).payAtTill()).isEqualTo(1);
            assertThat(configured.getBean(LockClient.class).lock("till").tryAcquire())
                    .isEmpty();
        }
    }

    @Test
    void the_client_may_be_named() {
        try (LockClient named = LockClient.connect("memory:LockedTest");
                ApplicationContext context = ApplicationContext.builder().build()) {
            context.registerSingleton(LockClient.class, named, Qualifiers.byName("other"));
            context.start();
            WrongMethods methods = context.getBean(WrongMethods.class);
            LockHandle another = named.lock("a").tryAcquire().orElseThrow();
            assertThatThrownBy(methods::otherClient).isInstanceOf(LockTimeoutException.class);
            another.close();
            methods.otherClient();
            assertThat(methods.calls).hasValue(1);
        }
    }

    @Test
    void without_locks_the_method_is_not_called() {
        try (ApplicationContext off = ApplicationContext.run(Map.of("locks.enabled", "false"))) {
            Orders unlocked = off.getBean(Orders.class);
            assertThatThrownBy(() -> unlocked.payOrFail("7"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Orders.payOrFail")
                    .hasMessageContaining("is locks.enabled false?");
            assertThat(unlocked.calls).hasValue(0);
        }
    }

    private boolean isFree(String name) {
        var handle = client.lock(name).tryAcquire();
        handle.ifPresent(LockHandle::close);
        return handle.isPresent();
    }
}
