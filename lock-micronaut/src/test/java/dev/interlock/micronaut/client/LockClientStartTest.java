// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockHandle;
import dev.interlock.LockHold;
import dev.interlock.LockUnavailableException;
import dev.interlock.ReleaseResult;
import dev.interlock.annotation.client.LazyLockClient;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.exceptions.ConfigurationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When the client connects, and when it does not. */
final class LockClientStartTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void nothing_connects_before_the_first_use() {
        try (ApplicationContext context = context(Map.of())) {
            FakeStore store = context.getBean(FakeStore.class);
            LockClient client = context.getBean(LockClient.class);
            var lock = client.lock("orders");
            assertThat(store.opened).hasValue(0);
            try (LockHandle handle = lock.tryAcquire().orElseThrow()) {
                assertThat(handle.fencingToken()).isPositive();
            }
            client.lock("orders").tryAcquire().orElseThrow().close();
            assertThat(store.opened).hasValue(1);
        }
    }

    @Test
    void work_under_a_lock_or_a_set_of_locks_connects_as_well() throws Exception {
        try (ApplicationContext context = context(Map.of())) {
            LockClient client = context.getBean(LockClient.class);
            List<LockHold> held = new ArrayList<>();
            assertThat(client.lockAll(List.of("a", "b")).runIfFree(held::add)).isTrue();
            client.lockAll(List.of("a", "b")).runWithLock(held::add);
            assertThat(client.lock("a").runIfFree(held::add)).isTrue();
            client.lock("a").runWithLock(held::add);
            assertThat(held).hasSize(4).extracting(LockHold::state).containsOnly(HandleState.RELEASED);
            try (LockHandle handle = client.lock("a").acquire()) {
                assertThat(client.lockAll(List.of("a", "b")).runIfFree(held::add))
                        .isFalse();
                assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
            }
        }
    }

    @Test
    void a_first_use_without_a_thread_connects_as_well() throws Exception {
        try (ApplicationContext context = context(Map.of())) {
            LockClient client = context.getBean(LockClient.class);
            LockHandle handle = client.lock("orders")
                    .acquireAsync(AcquireOptions.inherited())
                    .get(10, TimeUnit.SECONDS);
            assertThat(client.lock("orders").tryAcquire()).isEmpty();
            handle.close();
        }
    }

    @Test
    void a_first_use_without_a_thread_ends_however_connecting_fails() {
        try (ApplicationContext context = context(Map.of())) {
            FakeStore store = context.getBean(FakeStore.class);
            DistributedLock lock = context.getBean(LockClient.class).lock("orders");
            store.incomplete = true;
            assertThat(lock.acquireAsync(AcquireOptions.inherited()))
                    .failsWithin(LIMIT)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(NoClassDefFoundError.class);
            store.incomplete = false;
            store.unreachable = true;
            assertThat(lock.acquireAsync(AcquireOptions.inherited()))
                    .failsWithin(LIMIT)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(LockUnavailableException.class);
        }
    }

    @Test
    void a_client_that_is_closed_before_its_first_use_does_not_connect_any_more() {
        FakeStore store = new FakeStore();
        LazyLockClient client = new LazyLockClient(
                () -> LockClient.using(store.prepare(null).open(), ClientOptions.STANDARD), Runnable::run);
        DistributedLock lock = client.lock("orders");
        client.close();
        assertThatThrownBy(lock::tryAcquire)
                .isInstanceOf(LockClientClosedException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> lock.acquire(AcquireOptions.inherited()))
                .isInstanceOf(LockClientClosedException.class);
        assertThat(lock.acquireAsync(AcquireOptions.inherited())).isCompletedExceptionally();
        assertThatThrownBy(() -> lock.withLock(AcquireOptions.inherited(), handle -> handle))
                .isInstanceOf(LockClientClosedException.class);
        assertThatThrownBy(() -> lock.runIfFree(handle -> {})).isInstanceOf(LockClientClosedException.class);
        assertThatThrownBy(() -> lock.asLock(AcquireOptions.inherited())).isInstanceOf(LockClientClosedException.class);
        assertThatThrownBy(() -> client.inspect("orders")).isInstanceOf(LockClientClosedException.class);
        assertThatThrownBy(client::capabilities).isInstanceOf(LockClientClosedException.class);
        assertThatThrownBy(() -> client.addListener(event -> {})).isInstanceOf(LockClientClosedException.class);
        assertThat(store.opened).hasValue(0);
    }

    @Test
    void a_store_that_was_out_of_reach_is_tried_again_at_the_next_use() {
        try (ApplicationContext context = context(Map.of())) {
            FakeStore store = context.getBean(FakeStore.class);
            LockClient client = context.getBean(LockClient.class);
            store.unreachable = true;
            assertThatThrownBy(() -> client.lock("orders").tryAcquire()).isInstanceOf(LockUnavailableException.class);
            store.unreachable = false;
            assertThat(client.lock("orders").tryAcquire()).isPresent();
        }
    }

    @Test
    void an_interrupt_while_connecting_is_not_reported_as_a_lock_that_another_has() {
        try (ApplicationContext context = context(Map.of("locks.named.orders.lease", "5s"))) {
            context.getBean(FakeStore.class).interrupting = true;
            var lock = context.getBean(LockClient.class).lock("orders");
            assertThat(lock.tryAcquire()).isPresent();
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void a_try_that_cannot_be_interrupted_connects_on_an_interrupted_thread() {
        try (ApplicationContext context = context(Map.of())) {
            FakeStore store = context.getBean(FakeStore.class);
            var lock = context.getBean(LockClient.class).lock("orders");
            Thread.currentThread().interrupt();
            assertThat(lock.runIfFree(handle -> {})).isTrue();
            assertThat(lock.tryAcquire()).isPresent();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(store.openedInterrupted).isFalse();
        }
    }

    @Test
    void a_wait_that_can_be_interrupted_does_not_connect_on_an_interrupted_thread() {
        try (ApplicationContext context = context(Map.of())) {
            var lock = context.getBean(LockClient.class).lock("orders");
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> lock.acquire(AcquireOptions.inherited())).isInstanceOf(InterruptedException.class);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> lock.tryAcquire(AcquireOptions.inherited()))
                    .isInstanceOf(InterruptedException.class);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> lock.withLock(handle -> handle)).isInstanceOf(InterruptedException.class);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> lock.runWithLock(handle -> {})).isInstanceOf(InterruptedException.class);
            assertThat(context.getBean(FakeStore.class).opened).hasValue(0);
        }
    }

    @Test
    void an_interrupt_while_connecting_ends_a_wait_that_can_be_interrupted() {
        try (ApplicationContext context = context(Map.of())) {
            context.getBean(FakeStore.class).interrupting = true;
            var lock = context.getBean(LockClient.class).lock("orders");
            assertThatThrownBy(() -> lock.tryAcquire(AcquireOptions.inherited()))
                    .isInstanceOf(InterruptedException.class);
        }
    }

    /** The stand-in says that it can do everything; what is connected is memory. */
    @Test
    void required_capabilities_of_the_store_are_compared_when_it_is_connected() {
        try (ApplicationContext context = context(Map.of("locks.require", "fencing,survives-restart"))) {
            LockClient client = context.getBean(LockClient.class);
            assertThatThrownBy(() -> client.lock("orders").tryAcquire())
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("locks.require asks for survives-restart, which the backend 'fake'");
        }
    }

    @Test
    void eager_connects_at_the_start() {
        try (ApplicationContext context = context(Map.of("locks.eager", "true"))) {
            assertThat(context.getBean(FakeStore.class).opened).hasValue(1);
        }
    }

    @Test
    void eager_fails_the_start_when_the_store_is_out_of_reach() {
        assertThatThrownBy(
                        () -> ApplicationContext.run(Map.of("locks.uri", "redis://127.0.0.1:1", "locks.eager", "true"))
                                .close())
                .hasMessageContaining("locks.eager is true but the store cannot be used")
                .hasMessageContaining("set locks.eager=false");
    }

    @Test
    void the_configured_defaults_reach_the_client() throws InterruptedException {
        Map<String, Object> properties = Map.of(
                "locks.wait",
                "0s",
                "locks.lease",
                "20s",
                "locks.named.short.lease",
                "5s",
                "locks.named.short.wait",
                "0s");
        try (ApplicationContext context = context(properties)) {
            LockClient client = context.getBean(LockClient.class);
            try (LockHandle usual = client.lock("orders").acquire(AcquireOptions.inherited());
                    LockHandle named = client.lock("short").tryAcquire().orElseThrow()) {
                assertThat(usual.remaining()).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(20));
                assertThat(named.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(5));
                assertThat(client.lock("orders").tryAcquire(AcquireOptions.inherited()))
                        .isEmpty();
            }
        }
    }

    @Test
    void the_end_of_the_context_closes_the_client() {
        LockClient client;
        LockHandle handle;
        try (ApplicationContext context = context(Map.of())) {
            client = context.getBean(LockClient.class);
            handle = client.lock("orders").tryAcquire().orElseThrow();
        }
        assertThat(handle.remaining()).isZero();
        assertThatThrownBy(() -> client.lock("orders").tryAcquire())
                .isInstanceOf(LockClientClosedException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void a_client_of_the_applications_own_wins() {
        try (LockClient own = LockClient.connect("memory:LockClientStartTest");
                ApplicationContext context =
                        ApplicationContext.builder().singletons(own).start()) {
            assertThat(context.getBean(LockClient.class)).isSameAs(own);
        }
    }

    @Test
    void a_switched_off_module_has_no_client() {
        try (ApplicationContext context = ApplicationContext.run(Map.of("locks.enabled", "false"))) {
            assertThat(context.findBean(LockClient.class)).isEmpty();
        }
    }

    private static ApplicationContext context(Map<String, Object> properties) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("locks.backend", "fake");
        all.putIfAbsent("locks.close-grace", "0s");
        all.put("test.fake-store", "true");
        return ApplicationContext.run(all);
    }
}
