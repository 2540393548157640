// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.annotation.CurrentLock;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An application with transactions, health and meters. Its locks are in memory because it has no uri for tests. */
final class ApplicationTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(
                            Orders.class, Cleaning.class, LastJob.class, Payments.class, Heard.class, Scheduler.class)
                    .addAsResource(new StringAsset(QuickStart.block("properties")), "application.properties"))
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("interlock.wait", "60s")
            .overrideConfigKey("interlock.named.impatient.pattern", "impatient-*")
            .overrideConfigKey("interlock.named.impatient.wait", "0s")
            .overrideConfigKey("interlock.named.impatient.lease", "1h")
            .overrideConfigKey("interlock.close-timeout", "4m")
            .overrideConfigKey("interlock.close-grace", "2m")
            .overrideConfigKey("interlock.clients.reports.uri", "memory:reports")
            .overrideConfigKey("interlock.metrics.names", "order-*")
            .overrideConfigKey("report.name", "nightly")
            .setAfterUndeployListener(() -> {
                assertThat(System.clearProperty(Cleaning.TOKEN)).isNotNull();
                assertThat(System.clearProperty(LastJob.TOKEN)).isNotNull();
                assertThat(System.clearProperty(Scheduler.END)).isEqualTo("CLOSED");
            });

    @Inject
    Orders orders;

    @Inject
    Payments payments;

    @Inject
    LockClient client;

    @Inject
    @Identifier("reports")
    LockClient reports;

    @Inject
    Heard heard;

    @Inject
    Scheduler scheduler;

    @Inject
    MeterRegistry registry;

    @Inject
    Vertx vertx;

    @TestHTTPResource("/q/health/ready")
    URI readiness;

    private final AtomicInteger calls = new AtomicInteger();

    @Test
    void a_transaction_ends_before_the_lock_is_released() {
        AtomicInteger heldAtItsEnd = new AtomicInteger();
        int status = orders.pay("1", () -> isFree(client, "order-1"), new Runnable[] {heldAtItsEnd::incrementAndGet});
        assertThat(status).isEqualTo(Status.STATUS_ACTIVE);
        assertThat(heldAtItsEnd).hasValue(1);
        assertThat(isFree(client, "order-1")).isTrue();
    }

    @Test
    void a_uni_acquires_for_each_subscription_and_keeps_the_lock_until_it_ends() {
        CompletableFuture<String> body = new CompletableFuture<>();
        Uni<String> paying = orders.payReactive("2", () -> {
            calls.incrementAndGet();
            return Uni.createFrom().completionStage(body);
        });
        assertThat(calls).hasValue(0);
        CompletableFuture<String> paid = paying.subscribeAsCompletionStage();
        await().atMost(LIMIT).until(() -> !isFree(client, "order-2"));
        body.complete("paid");
        assertThat(paid).succeedsWithin(LIMIT).isEqualTo("paid");
        assertThat(isFree(client, "order-2")).isTrue();
        assertThat(paying.await().atMost(LIMIT)).isEqualTo("paid");
        assertThat(calls).hasValue(2);
    }

    @Test
    void a_uni_that_fails_frees_the_lock() {
        IllegalStateException failure = new IllegalStateException("no money");
        assertThatThrownBy(() -> orders.payReactive("3", () -> Uni.createFrom().failure(failure))
                        .await()
                        .atMost(LIMIT))
                .isSameAs(failure);
        assertThat(isFree(client, "order-3")).isTrue();
        assertThatThrownBy(() -> orders.payReactive("3", () -> {
                            throw failure;
                        })
                        .await()
                        .atMost(LIMIT))
                .isSameAs(failure);
        assertThat(isFree(client, "order-3")).isTrue();
    }

    @Test
    void a_cancelled_uni_frees_the_lock() {
        AtomicInteger cancelled = new AtomicInteger();
        Cancellable running = orders.payReactive(
                        "4", () -> Uni.createFrom().nothing().onCancellation().invoke(cancelled::incrementAndGet))
                .subscribe()
                .with(item -> {});
        await().atMost(LIMIT).until(() -> !isFree(client, "order-4"));
        running.cancel();
        await().atMost(LIMIT).until(() -> isFree(client, "order-4"));
        assertThat(cancelled).hasValue(1);
    }

    @Test
    void a_uni_that_is_cancelled_before_it_has_the_lock_leaves_nothing_behind() {
        LockHandle other = client.lock("order-5").tryAcquire().orElseThrow();
        Cancellable waiting = orders.payReactive("5", () -> Uni.createFrom().item(calls::incrementAndGet))
                .subscribe()
                .with(item -> {});
        waiting.cancel();
        other.close();
        await().atMost(LIMIT).until(() -> isFree(client, "order-5"));
        assertThat(calls).hasValue(0);
    }

    @Test
    void a_skipped_uni_has_no_item() {
        try (LockHandle other = client.lock("order-6").tryAcquire().orElseThrow()) {
            assertThat(orders.payReactiveOrSkip("6", () -> Uni.createFrom().item(calls::incrementAndGet))
                            .await()
                            .atMost(LIMIT))
                    .isNull();
            assertThat(other.fencingToken()).isPositive();
        }
        assertThat(calls).hasValue(0);
    }

    @Test
    void the_lock_follows_a_uni_to_another_thread() {
        assertThat(orders.nameOnAnotherThread("7").await().atMost(LIMIT)).isEqualTo("order-7");
    }

    @Test
    void a_multi_keeps_the_lock_until_it_ends() {
        Multi<Boolean> free =
                orders.list("8", () -> Multi.createFrom().items(1, 2).map(item -> isFree(client, "order-8")));
        assertThat(free.collect().asList().await().atMost(LIMIT)).containsExactly(false, false);
        await().atMost(LIMIT).until(() -> isFree(client, "order-8"));
    }

    @Test
    void an_io_thread_does_not_wait_for_a_lock() {
        CompletableFuture<String> called = new CompletableFuture<>();
        vertx.getOrCreateContext().runOnContext(start -> {
            try {
                called.complete(orders.inner());
            } catch (RuntimeException e) {
                called.completeExceptionally(e);
            }
        });
        assertThatThrownBy(() ->
                        called.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join())
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("Orders.inner", "I/O thread", "@Blocking");
    }

    @Test
    void a_call_within_the_bean_runs_under_the_same_hold() {
        assertThat(orders.outer()).isEqualTo("outer");
    }

    @Test
    void a_further_client_has_a_store_of_its_own() {
        boolean held = orders.report(new Orders.Day(), () -> {
            assertThat(CurrentLock.handle().lockName()).isEqualTo("nightly-26");
            assertThat(isFree(client, "nightly-26")).isTrue();
            return !isFree(reports, "nightly-26");
        });
        assertThat(held).isTrue();
    }

    @Test
    void named_locks_have_settings_of_their_own() throws Exception {
        try (LockHandle other = client.lock("impatient-1").tryAcquire().orElseThrow()) {
            assertThatThrownBy(() -> client.lock("impatient-1").acquire()).isInstanceOf(LockTimeoutException.class);
            assertThat(other.fencingToken()).isPositive();
        }
    }

    @Test
    void a_further_client_inherits_what_it_does_not_set() {
        try (LockHandle handle = reports.lock("impatient-2").tryAcquire().orElseThrow()) {
            assertThat(handle.remaining()).isGreaterThan(Duration.ofMinutes(30));
        }
    }

    @Test
    void a_listener_of_the_application_hears_of_each_client() {
        client.lock("heard-1").tryAcquire().orElseThrow().close();
        reports.lock("heard-2").tryAcquire().orElseThrow().close();
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(heard.events)
                        .hasAtLeastOneElementOfType(LockEvent.Released.class)
                        .extracting(LockEvent::lockName)
                        .contains("heard-1", "heard-2"));
    }

    @Test
    void readiness_asks_the_stores() throws Exception {
        String answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(readiness).build(), BodyHandlers.ofString())
                .body();
        assertThat(answer).contains("Interlock lock stores", "\"main\": \"memory\"", "\"reports\": \"memory\"");
    }

    @Test
    void a_candidate_of_the_injected_client_leads_and_readiness_shows_it() throws Exception {
        await().atMost(LIMIT).until(() -> scheduler.term() != 0);
        assertThat(client.inspect("scheduler"))
                .hasValueSatisfying(holder -> assertThat(holder.fencingToken()).isEqualTo(scheduler.term()));
        String answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(readiness).build(), BodyHandlers.ofString())
                .body();
        assertThat(answer).contains("\"elections.leading\": \"scheduler\"");
    }

    @Test
    void meters_count_by_client_and_name() {
        client.lock("order-9").tryAcquire().orElseThrow().close();
        await().atMost(LIMIT)
                .until(() -> registry.find("lock.hold")
                                .tags("client", "main", "lock", "order-*")
                                .timer()
                        != null);
    }

    @Test
    void the_quick_start_locks_its_payments() {
        assertThat(payments.pay("42")).matches("order 42 paid with token [1-9]\\d*");
    }

    private static boolean isFree(LockClient locks, String name) {
        Optional<LockHandle> handle = locks.lock(name).tryAcquire();
        handle.ifPresent(LockHandle::close);
        return handle.isPresent();
    }
}
