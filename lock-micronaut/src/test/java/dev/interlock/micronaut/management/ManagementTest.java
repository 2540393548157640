// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Candidacy;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import io.micronaut.context.ApplicationContext;
import io.micronaut.core.type.Argument;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.client.BlockingHttpClient;
import io.micronaut.http.client.HttpClient;
import io.micronaut.http.client.exceptions.HttpClientResponseException;
import io.micronaut.runtime.server.EmbeddedServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class ManagementTest {

    @Test
    void the_store_is_a_part_of_readiness_only() {
        try (Instance instance = new Instance(Map.of("locks.backend", "memory"))) {
            assertThat(instance.get("/health/readiness"))
                    .containsEntry("status", "UP")
                    .extracting("details")
                    .asString()
                    .contains("locks={name=", "backend=memory");
            assertThat(instance.get("/health/liveness").toString()).doesNotContain("locks=");
        }
    }

    @Test
    void a_store_out_of_reach_makes_an_instance_not_ready_but_alive() {
        try (Instance instance = new Instance(Map.of("locks.uri", "redis://127.0.0.1:1"))) {
            assertThatThrownBy(() -> instance.get("/health/readiness"))
                    .isInstanceOfSatisfying(
                            HttpClientResponseException.class,
                            failure -> assertThat(failure.getStatus().getCode()).isEqualTo(503));
            assertThat(instance.get("/health/liveness")).containsEntry("status", "UP");
        }
    }

    @Test
    void the_endpoint_shows_what_is_held_and_waited_for() {
        try (Instance instance =
                new Instance(Map.of("locks.backend", "memory", "endpoints.locks.sensitive", "false"))) {
            LockClient client = instance.server.getApplicationContext().getBean(LockClient.class);
            LockHandle handle = client.lock("order-7").tryAcquire().orElseThrow();
            CompletableFuture<LockHandle> waiting =
                    client.lock("order-7").acquireAsync(AcquireOptions.waitAtMost(Duration.ofMinutes(1)));
            await().untilAsserted(() -> assertThat(instance.get("/locks"))
                    .isEqualTo(Map.of(
                            "held",
                            List.of(Map.of("name", "order-7", "fencingToken", Long.toString(handle.fencingToken()))),
                            "waiting",
                            List.of(Map.of("name", "order-7", "count", 1)))));
            waiting.cancel(false);
            handle.close();
            // Micronaut leaves empty lists out.
            await().untilAsserted(() -> assertThat(instance.get("/locks")).isEmpty());
        }
    }

    @Test
    void the_endpoint_shows_a_kept_lock_apart_from_held_ones() {
        try (Instance instance = new Instance(
                Map.of("locks.backend", "memory", "locks.retention", "5m", "endpoints.locks.sensitive", "false"))) {
            LockClient client = instance.server.getApplicationContext().getBean(LockClient.class);
            LockHandle handle = client.lock("order-7").tryAcquire().orElseThrow();
            handle.close();
            await().untilAsserted(() -> assertThat(instance.get("/locks"))
                    .isEqualTo(Map.of(
                            "retained",
                            List.of(Map.of("name", "order-7", "fencingToken", Long.toString(handle.fencingToken()))))));
        }
    }

    @Test
    void endpoint_and_health_show_candidates_and_an_instance_that_follows_is_ready() {
        try (LockClient leader = LockClient.connect("memory:candidates");
                Instance instance =
                        new Instance(Map.of("locks.uri", "memory:candidates", "endpoints.locks.sensitive", "false"))) {
            LockHandle office = leader.lock("reports").tryAcquire().orElseThrow();
            LockClient client = instance.server.getApplicationContext().getBean(LockClient.class);
            Candidacy following = client.election("reports").lead(leadership -> leadership.awaitEnd());
            Candidacy leading = client.election("scheduler").lead(leadership -> leadership.awaitEnd());
            await().until(() -> leading.leadership().isPresent());
            String term = Long.toString(leading.leadership().orElseThrow().term());
            assertThat(instance.get("/locks").get("candidates"))
                    .isEqualTo(List.of(
                            Map.of("name", "reports", "state", "FOLLOWING"),
                            Map.of("name", "scheduler", "state", "LEADING", "term", term)));
            assertThat(instance.get("/health/readiness"))
                    .containsEntry("status", "UP")
                    .extracting("details")
                    .asString()
                    .contains("elections={following=[reports], leading=[scheduler]}");
            following.close();
            leading.close();
            office.close();
        }
    }

    @Test
    void the_endpoint_is_sensitive() {
        try (Instance instance = new Instance(Map.of("locks.backend", "memory"))) {
            assertThatThrownBy(() -> instance.get("/locks"))
                    .isInstanceOfSatisfying(
                            HttpClientResponseException.class,
                            failure -> assertThat(failure.getStatus().getCode()).isIn(401, 403, 404));
        }
    }

    @Test
    void an_operator_lists_the_locks_of_the_store_and_frees_one_where_that_is_switched_on() {
        try (LockClient elsewhere = LockClient.connect("memory:freed");
                Instance instance = new Instance(Map.of(
                        "locks.uri", "memory:freed",
                        "endpoints.lockstore.enabled", "true",
                        "endpoints.lockstore.sensitive", "false",
                        "endpoints.lockstore.free", "true"))) {
            LockHandle stuck = elsewhere.lock("order-7").tryAcquire().orElseThrow();
            LockHandle other = elsewhere.lock("report").tryAcquire().orElseThrow();
            assertThat(instance.text("/lockstore")).contains("order-7").contains("report");
            assertThat(instance.text("/lockstore?prefix=order-&atMost=1"))
                    .contains("\"fencingToken\":\"" + stuck.fencingToken() + "\"")
                    .doesNotContain("report");
            String free = "/lockstore?name=order-7&token=";
            assertThat(instance.delete(free + other.fencingToken())).isEqualTo(409);
            assertThat(instance.delete(free + stuck.fencingToken())).isEqualTo(200);
            assertThat(stuck.release()).isEqualTo(ReleaseResult.NOT_HELD);
            assertThat(instance.delete(free + stuck.fencingToken())).isEqualTo(404);
            other.close();
        }
    }

    @Test
    void no_lock_is_freed_by_an_endpoint_unless_that_is_switched_on() {
        try (Instance instance = new Instance(Map.of(
                "locks.backend", "memory",
                "endpoints.lockstore.enabled", "true",
                "endpoints.lockstore.sensitive", "false"))) {
            LockClient client = instance.server.getApplicationContext().getBean(LockClient.class);
            LockHandle handle = client.lock("order-7").tryAcquire().orElseThrow();
            assertThat(instance.text("/lockstore")).contains("order-7");
            assertThat(instance.delete("/lockstore?name=order-7&token=" + handle.fencingToken()))
                    .isEqualTo(403);
            assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }

    @Test
    void the_endpoint_of_the_store_is_there_only_on_request() {
        try (Instance instance = new Instance(Map.of("locks.backend", "memory", "endpoints.all.sensitive", "false"))) {
            assertThatThrownBy(() -> instance.get("/lockstore"))
                    .isInstanceOfSatisfying(
                            HttpClientResponseException.class,
                            failure -> assertThat(failure.getStatus().getCode()).isEqualTo(404));
        }
    }

    /** The hint is for users that may read the store. */
    @Test
    void the_holder_of_a_lock_is_shown_by_neither_endpoint_nor_health() {
        try (Instance instance = new Instance(Map.of(
                "locks.backend", "memory",
                "locks.holder-hint", "ann@till-7",
                "endpoints.locks.sensitive", "false"))) {
            LockClient client = instance.server.getApplicationContext().getBean(LockClient.class);
            LockHandle handle = client.lock("order-7").tryAcquire().orElseThrow();
            await().untilAsserted(() -> assertThat(instance.text("/locks")).contains("order-7"));

            assertThat(client.inspect("order-7").toString()).contains("ann@till-7");
            assertThat(instance.text("/locks")).doesNotContain("ann");
            assertThat(instance.text("/health")).contains("memory").doesNotContain("ann");
            handle.close();
        }
    }

    @Test
    void the_password_of_a_store_out_of_reach_is_not_shown() {
        try (Instance instance = new Instance(Map.of("locks.uri", "redis://ann:hush-hush@127.0.0.1:1"))) {
            assertThatThrownBy(() -> instance.text("/health/readiness"))
                    .isInstanceOfSatisfying(
                            HttpClientResponseException.class,
                            failure -> assertThat(failure.getResponse().getBody(String.class))
                                    .get()
                                    .asString()
                                    .contains("127.0.0.1:1")
                                    .doesNotContain("hush"));
        }
    }

    /** A running server and a client of it. */
    private static final class Instance implements AutoCloseable {

        private final EmbeddedServer server;
        private final BlockingHttpClient http;

        Instance(Map<String, Object> properties) {
            Map<String, Object> all = new HashMap<>(properties);
            all.put("micronaut.server.port", "-1");
            all.put("endpoints.health.details-visible", "ANONYMOUS");
            server = ApplicationContext.run(EmbeddedServer.class, all);
            http = HttpClient.create(server.getURL()).toBlocking();
        }

        @SuppressWarnings("unchecked")
        Map<String, Object> get(String path) {
            return http.retrieve(HttpRequest.GET(path), Map.class);
        }

        int delete(String path) {
            try {
                return http.exchange(HttpRequest.DELETE(path)).code();
            } catch (HttpClientResponseException e) {
                return e.code();
            }
        }

        String text(String path) {
            return http.retrieve(HttpRequest.GET(path), Argument.STRING, Argument.STRING);
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
