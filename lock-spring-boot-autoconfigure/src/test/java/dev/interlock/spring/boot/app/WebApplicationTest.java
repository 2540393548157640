// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.Candidacy;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;

/** What a running application shows of its locks: to callers nothing, to operators what this instance does. */
final class WebApplicationTest {

    @ParameterizedTest
    @EnumSource(
            value = WebApplicationType.class,
            names = {"SERVLET", "REACTIVE"})
    void a_request_without_a_lock_gets_problem_details_and_nothing_internal(WebApplicationType type) throws Exception {
        try (RunningApplication shop = RunningApplication.start(type, Shop.class, "interlock.backend=memory");
                LockHandle handle = shop.context()
                        .getBean(LockClient.class)
                        .lock("secret-order-7")
                        .acquire()) {
            assertProblem(shop.get("/taken"), 409, "Conflict");
            assertProblem(shop.get("/unavailable"), 503, "Service Unavailable");
            assertProblem(shop.get("/unknown"), 503, "Service Unavailable");
            assertThat(handle.state()).isEqualTo(HandleState.HELD);
        }
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String title) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(answer.body())
                .contains("\"status\":" + status)
                .contains("\"title\":\"" + title + "\"")
                .doesNotContain("secret")
                .doesNotContain("redis")
                .doesNotContain("thread");
    }

    @Test
    void problem_details_can_be_switched_off() throws Exception {
        try (RunningApplication shop = RunningApplication.start(
                WebApplicationType.SERVLET,
                Shop.class,
                "interlock.backend=memory",
                "interlock.problem-details.enabled=false")) {
            assertThat(shop.get("/unavailable").statusCode()).isEqualTo(500);
        }
    }

    @Test
    void operators_see_health_holds_and_meters() throws Exception {
        try (RunningApplication shop = RunningApplication.start(
                WebApplicationType.SERVLET,
                Shop.class,
                "interlock.uri=memory:operators",
                "interlock.holder-hint=secret-host",
                "interlock.retention=5m",
                "interlock.metrics.names=order-*")) {
            assertThat(shop.get("/actuator/health").body())
                    .contains("\"locks\":{")
                    .contains("\"lockClient\":\"memory\"")
                    .contains("\"status\":\"UP\"");
            LockClient client = shop.context().getBean(LockClient.class);
            try (LockHandle handle = client.lock("order-7").acquire()) {
                await().untilAsserted(
                                () -> assertThat(shop.get("/actuator/locks").body())
                                        .contains("\"name\":\"order-7\"")
                                        .contains("\"client\":\"lockClient\"")
                                        .contains("\"fencingToken\":\"" + handle.fencingToken() + "\"")
                                        .doesNotContain("secret-host"));
            }
            await().untilAsserted(() -> assertThat(shop.get("/actuator/locks").body())
                    .contains("\"held\":[]")
                    .contains("\"retained\":[{"));
            await().untilAsserted(() -> assertThat(
                            shop.get("/actuator/metrics/lock.hold").body())
                    .contains("order-*")
                    .contains("\"memory\"")
                    .contains("\"lockClient\""));
        }
    }

    @Test
    void operators_see_candidates_and_permits_and_an_instance_that_follows_is_healthy() throws Exception {
        try (LockClient leader = LockClient.connect("memory:candidates");
                RunningApplication shop = RunningApplication.start(
                        WebApplicationType.SERVLET, Shop.class, "interlock.uri=memory:candidates")) {
            LockHandle office = leader.lock("reports").tryAcquire().orElseThrow();
            LockClient client = shop.context().getBean(LockClient.class);
            Candidacy following = client.election("reports").lead(leadership -> leadership.awaitEnd());
            Candidacy leading = client.election("scheduler").lead(leadership -> leadership.awaitEnd());
            await().until(() -> leading.leadership().isPresent());
            long term = leading.leadership().orElseThrow().term();
            try (LockHandle permits = client.semaphore("exports", 5).permits(2).acquire()) {
                await().untilAsserted(() -> assertThat(
                                shop.get("/actuator/locks").body())
                        .contains("{\"client\":\"lockClient\",\"name\":\"reports\",\"state\":\"FOLLOWING\"}")
                        .contains("\"name\":\"scheduler\",\"state\":\"LEADING\",\"term\":\"" + term + "\"")
                        .contains("\"fencingToken\":\"" + permits.fencingToken() + "\",\"units\":2,\"limit\":5"));
            }
            assertThat(shop.get("/actuator/health").body())
                    .contains("\"elections\":{\"following\":[\"reports\"],\"leading\":[\"scheduler\"]}")
                    .doesNotContain("DOWN");
            following.close();
            leading.close();
            office.close();
        }
    }

    @Test
    void an_operator_lists_the_locks_of_the_store_and_frees_one_where_that_is_switched_on() throws Exception {
        try (LockClient elsewhere = LockClient.connect("memory:freed");
                RunningApplication shop = RunningApplication.start(
                        WebApplicationType.SERVLET,
                        Shop.class,
                        "interlock.uri=memory:freed",
                        "management.endpoint.lockstore.access=unrestricted")) {
            LockHandle stuck = elsewhere.lock("order-7").acquire();
            LockHandle other = elsewhere.lock("report").acquire();
            assertThat(shop.get("/actuator/lockstore").body())
                    .contains("\"name\":\"order-7\"")
                    .contains("\"name\":\"report\"")
                    .contains("\"more\":false");
            assertThat(shop.get("/actuator/lockstore?prefix=order-&atMost=1").body())
                    .contains("\"fencingToken\":\"" + stuck.fencingToken() + "\"")
                    .doesNotContain("report")
                    .contains("\"more\":true");
            String free = "/actuator/lockstore?name=order-7&token=";
            assertThat(shop.delete(free + other.fencingToken()).statusCode()).isEqualTo(409);
            assertThat(stuck.state()).isEqualTo(HandleState.HELD);
            assertThat(shop.delete(free + stuck.fencingToken()).body()).contains("freed");
            assertThat(stuck.release()).isEqualTo(ReleaseResult.NOT_HELD);
            assertThat(shop.delete(free + stuck.fencingToken()).statusCode()).isEqualTo(404);
            assertThat(shop.delete("/actuator/lockstore?client=none&name=order-7&token=1")
                            .statusCode())
                    .isEqualTo(404);
            assertThat(shop.get("/actuator/lockstore?atMost=0").statusCode()).isEqualTo(400);
            other.close();
        }
    }

    @Test
    void no_lock_is_freed_by_an_endpoint_unless_its_access_is_unrestricted() throws Exception {
        try (RunningApplication shop =
                        RunningApplication.start(WebApplicationType.SERVLET, Shop.class, "interlock.uri=memory:kept");
                LockHandle handle =
                        shop.context().getBean(LockClient.class).lock("order-7").acquire()) {
            assertThat(shop.get("/actuator/lockstore").statusCode()).isEqualTo(200);
            assertThat(shop.delete("/actuator/lockstore?name=order-7&token=" + handle.fencingToken())
                            .statusCode())
                    .isEqualTo(405);
            assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }

    @Test
    void health_is_down_while_the_store_does_not_answer() throws Exception {
        try (RunningApplication shop = RunningApplication.start(
                WebApplicationType.SERVLET,
                Shop.class,
                "interlock.uri=redis://127.0.0.1:1",
                "interlock.options.connect-timeout=100ms")) {
            HttpResponse<String> health = shop.get("/actuator/health");
            assertThat(health.statusCode()).isEqualTo(503);
            assertThat(health.body()).contains("\"locks\":{").contains("DOWN");
        }
    }
}
