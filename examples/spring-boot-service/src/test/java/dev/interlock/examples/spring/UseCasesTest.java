// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each use case once over HTTP, with locks in Redis and data in MySQL. The other service is tested under load. */
final class UseCasesTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static StartedService service;

    @BeforeAll
    static void start() {
        service = StartedService.start("redis", "--server.port=0", "--examples.nightly.cron=* * * * * *");
    }

    @AfterAll
    static void stop() {
        if (service != null) {
            service.close();
        }
    }

    private static HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(service.uri() + path))
                        .method(method, BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    private static void assertDone(String method, String path, String... parts)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = send(method, path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(parts).allSatisfy(part -> assertThat(answer.body()).contains(part));
    }

    private static void assertProblem(int status, String path, String detail) throws IOException, InterruptedException {
        HttpResponse<String> answer = send("POST", path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains(detail);
    }

    @Test
    void a_counter_counts_a_repeated_request_once() throws Exception {
        assertDone("POST", "/counters/mine?request=first", "\"value\":1,", "\"repeated\":false");
        assertDone("POST", "/counters/mine?request=first", "\"value\":1,", "\"repeated\":true");
        assertDone("POST", "/counters/mine/tries?request=second", "\"value\":2,");
        assertDone("POST", "/counters/mine", "\"value\":3,");
        assertThat(service.database().query("SELECT value FROM counter WHERE name = 'mine'"))
                .isEqualTo("3");
    }

    @Test
    void a_request_that_finds_its_lock_taken_gets_problem_details_without_the_name_of_the_lock() throws Exception {
        LockClient locks = service.context().getBean(LockClient.class);
        try (LockHandle held = locks.lock("counter-taken").acquire()) {
            assertThat(held.fencingToken()).isPositive();
            assertProblem(409, "/counters/taken/tries?request=early", "Another request is at work");
            assertThat(send("POST", "/counters/taken/tries?request=early").body())
                    .doesNotContain("counter-taken");
        }
        await().atMost(Duration.ofSeconds(10))
                .until(() -> send("POST", "/counters/taken/tries?request=early").statusCode() == 200);
    }

    @Test
    void a_voucher_is_for_one_order_of_a_user() throws Exception {
        assertDone("PUT", "/vouchers/sale?stock=2");
        assertDone("POST", "/vouchers/sale/orders?user=ann&request=ann-1", "\"request\":\"ann-1\"");
        assertProblem(422, "/vouchers/sale/orders?user=ann&request=ann-2", "user ann has an order");
    }

    @Test
    void money_moves_between_accounts() throws Exception {
        assertDone("PUT", "/accounts/a?balance=100");
        assertDone("PUT", "/accounts/b?balance=0");
        assertDone("POST", "/transfers?from=a&to=b&amount=60&request=move-1", "\"amount\":60");
        assertProblem(422, "/transfers?from=a&to=b&amount=60&request=move-2", "60 are not on a: 40");
        assertThat(service.database().query("SELECT balance FROM account ORDER BY name"))
                .isEqualTo("40\n60");
    }

    @Test
    void a_stock_is_taken_item_by_item_and_in_batches() throws Exception {
        assertDone("PUT", "/items/chair?stock=3");
        assertDone("PUT", "/items/lamp?stock=1");
        assertDone("POST", "/items/chair/deductions?quantity=2&request=two", "\"value\":1,");
        assertDone("POST", "/items/deductions?items=lamp,chair&request=both", "\"chair\":", "\"lamp\":");
        assertProblem(422, "/items/chair/deductions?quantity=1", "1 of chair are not there: 0 left");
    }

    @Test
    void an_order_goes_legal_ways_only() throws Exception {
        assertDone("POST", "/orders/7/paid?request=pay", "\"value\":1,");
        assertProblem(422, "/orders/7/delivered?request=early", "order 7 is PAID and cannot become DELIVERED");
        assertProblem(422, "/orders/7/lost?request=no-state", "there is no state 'lost'");
        assertProblem(400, "/orders/7/paid", "Required parameter 'request' is not present");
    }

    @Test
    void the_nightly_job_runs_once_for_a_tick_and_health_knows_the_locks() throws Exception {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !service.database()
                        .query("SELECT tick FROM nightly_run")
                        .isEmpty());
        assertThat(service.database().query("SELECT COUNT(*) - COUNT(DISTINCT tick) FROM nightly_run"))
                .isEqualTo("0");
        assertDone("GET", "/actuator/health/readiness", "\"status\":\"UP\"", "\"locks\"");
        assertDone("GET", "/actuator/locks", "\"held\"");
    }
}
