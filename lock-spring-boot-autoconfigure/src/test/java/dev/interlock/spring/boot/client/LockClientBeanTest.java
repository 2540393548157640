// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.CallerListener;
import dev.interlock.HandleState;
import dev.interlock.LockCall;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.spring.boot.config.InterlockConnectionDetails;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.AbstractApplicationContext;

/** Which clients there are, and what they are made of. */
final class LockClientBeanTest {

    @Test
    void memory_is_there_if_it_is_asked_for() {
        Contexts.with("interlock.backend=memory").run(context -> {
            LockClient client = context.getBean(LockClient.class);
            try (LockHandle handle = client.lock("orders").tryAcquire().orElseThrow()) {
                assertThat(client.inspect("orders").orElseThrow().fencingToken())
                        .isEqualTo(handle.fencingToken());
            }
            assertThat(client.capabilities().backend()).isEqualTo("memory");
        });
    }

    @Test
    void a_client_of_the_application_replaces_ours() {
        Contexts.with()
                .withBean("own", LockClient.class, () -> LockClient.connect("memory:own"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(LockClient.class)
                        .hasBean("own"));
    }

    @Test
    void without_locks_there_is_no_client() {
        Contexts.with("interlock.enabled=false", "interlock.leese=1s")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LockClient.class));
    }

    @Test
    void further_clients_have_stores_of_their_own_and_inherit_the_rest() {
        Contexts.with(
                        "interlock.uri=memory:main",
                        "interlock.wait=0s",
                        "interlock.lease=3s",
                        "interlock.clients.stock.uri=memory:stock",
                        "interlock.clients.archive.backend=memory",
                        "interlock.clients.archive.wait=1s")
                .run(context -> {
                    Map<String, LockClient> clients = context.getBeansOfType(LockClient.class);
                    assertThat(clients).containsOnlyKeys("lockClient", "stockLockClient", "archiveLockClient");
                    assertThat(context.getBean(LockClient.class)).isSameAs(clients.get("lockClient"));
                    LockClient stock = clients.get("stockLockClient");
                    try (LockHandle handle = stock.lock("shelf").acquire();
                            LockHandle other =
                                    clients.get("lockClient").lock("shelf").acquire()) {
                        assertThat(handle.lockName()).isEqualTo(other.lockName());
                        assertThat(handle.remaining()).isLessThan(Duration.ofSeconds(3));
                        assertThatThrownBy(() -> stock.lock("shelf").acquire())
                                .isInstanceOf(LockTimeoutException.class);
                    }
                });
    }

    @Test
    void a_move_between_stores_needs_its_uri_only() {
        Contexts.with("interlock.uri=migrate:from=memory:boot-from&to=memory:boot-to&phase=both")
                .run(context -> {
                    try (LockClient old = LockClient.connect("memory:boot-from");
                            LockHandle handle =
                                    context.getBean(LockClient.class).lock("a").acquire()) {
                        assertThat(handle.fencingToken()).isPositive();
                        assertThat(old.lock("a").tryAcquire()).isEmpty();
                    }
                });
    }

    @Test
    void further_clients_alone_need_no_main_client() {
        Contexts.with("interlock.wait=0s", "interlock.clients.stock.uri=memory:alone")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(LockClient.class));
    }

    /** As docs/tracing.md has it: one bean, which makes a listener for each client. */
    @Test
    void a_bean_makes_listeners_that_look_at_the_caller() {
        Map<String, Thread> callers = new ConcurrentHashMap<>();
        Contexts.with("interlock.backend=memory", "interlock.clients.stock.uri=memory:callers")
                .withBean(
                        ClientListeners.class,
                        () -> (client, backend) -> new CallerListener() {
                            @Override
                            public @Nullable LockCall called(String lockName) {
                                callers.put(client + " " + backend + " " + lockName, Thread.currentThread());
                                return null;
                            }

                            @Override
                            public void on(LockEvent event) {}
                        })
                .run(context -> {
                    context.getBean("stockLockClient", LockClient.class)
                            .lock("shelf")
                            .tryAcquire()
                            .orElseThrow()
                            .close();
                    assertThat(callers)
                            .containsExactly(Map.entry("stockLockClient memory shelf", Thread.currentThread()));
                });
    }

    @Test
    void connection_details_win_over_the_properties() {
        Contexts.with(
                        "interlock.uri=redis://127.0.0.1:1",
                        "interlock.backend=redis",
                        "interlock.user=app",
                        "interlock.password=secret",
                        "interlock.wait=0s")
                .withBean(InterlockConnectionDetails.class, () -> () -> "memory:details")
                .run(context -> {
                    LockClient client = context.getBean(LockClient.class);
                    assertThat(client.capabilities().backend()).isEqualTo("memory");
                    try (LockHandle handle = client.lock("order-7").acquire()) {
                        assertThat(handle.state()).isEqualTo(HandleState.HELD);
                        assertThatThrownBy(() -> client.lock("order-7").acquire())
                                .isInstanceOf(LockTimeoutException.class);
                    }
                });
    }

    @Test
    void connection_details_are_those_of_the_main_client() {
        Contexts.with("interlock.clients.stock.uri=memory:stock-alone")
                .withBean(InterlockConnectionDetails.class, () -> () -> "memory:details")
                .run(context -> assertThat(context.getBeansOfType(LockClient.class))
                        .containsOnlyKeys("lockClient", "stockLockClient"));
    }

    @Test
    void named_locks_have_settings_of_their_own() {
        Contexts.with(
                        "interlock.backend=memory",
                        "interlock.named.orders.pattern=order-*",
                        "interlock.named.orders.wait=0s")
                .run(context -> {
                    LockClient client = context.getBean(LockClient.class);
                    try (LockHandle handle = client.lock("order-7").acquire()) {
                        assertThat(handle.state()).isEqualTo(HandleState.HELD);
                        assertThatThrownBy(() -> client.lock("order-7").acquire())
                                .isInstanceOf(LockTimeoutException.class);
                    }
                });
    }

    @Test
    void an_application_starts_without_its_store() {
        Contexts.with("interlock.uri=redis://127.0.0.1:1", "interlock.options.connect-timeout=100ms")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThatThrownBy(() ->
                                    context.getBean(LockClient.class).lock("a").tryAcquire())
                            .isInstanceOf(LockUnavailableException.class);
                });
    }

    @Test
    void an_application_that_stops_and_starts_again_connects_again() {
        Contexts.with("interlock.uri=memory:restart", "interlock.close-grace=0s")
                .run(context -> {
                    AbstractApplicationContext application =
                            (AbstractApplicationContext) context.getSourceApplicationContext();
                    LockClient client = context.getBean(LockClient.class);
                    LockHandle before = client.lock("a").acquire();
                    application.stop();
                    assertThat(before.state()).isEqualTo(HandleState.LOST);
                    application.start();
                    try (LockHandle again = client.lock("a").acquire()) {
                        assertThat(again.fencingToken()).isGreaterThan(before.fencingToken());
                    }
                });
    }
}
