// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import dev.interlock.spring.boot.config.LockConfigurationException;
import dev.interlock.spring.boot.fencing.FencingHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import org.springframework.http.HttpHeaders;

/** Tokens that go from one service to another, on servlets and on WebFlux. */
final class FencingBetweenServicesTest {

    private static final FencingDomain DOMAIN = new FencingDomain("shop", 2);
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Nested
    final class OnServlets extends Cases {

        OnServlets() {
            super(WebApplicationType.SERVLET);
        }
    }

    @Nested
    final class OnWebFlux extends Cases {

        OnWebFlux() {
            super(WebApplicationType.REACTIVE);
        }
    }

    /** The same on both. */
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Cases {

        private final WebApplicationType type;
        private final RunningApplication stock;
        private final Stock.Caller caller;

        Cases(WebApplicationType type) {
            this.type = type;
            this.stock = RunningApplication.start(
                    type,
                    Stock.class,
                    "interlock.backend=memory",
                    "interlock.fencing.domain=shop",
                    "interlock.fencing.generation=2");
            this.caller = stock.context().getBean(Stock.Caller.class);
        }

        @AfterAll
        void stop() {
            stock.close();
        }

        @Test
        void a_call_under_a_lock_carries_its_token() {
            String expected = "tea for {tea} ü/% of shop/2 by ";
            assertThat(caller.byRestClient(stock.address(), "tea")).startsWith(expected);
            assertThat(caller.byWebClient(stock.address(), "tea")).startsWith(expected);
            assertThat(caller.byStream(stock.address(), "tea").block(LIMIT)).startsWith(expected);
        }

        @Test
        void a_call_without_a_lock_is_not_sent() {
            assertThatThrownBy(() -> caller.withoutLock(stock.address(), "cup"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no lock is held here by a @Locked method");
            assertThatThrownBy(() -> caller.withoutLockByWebClient(stock.address(), "cup")
                            .block(LIMIT))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no lock is held here by a @Locked method");
        }

        @Test
        void a_call_under_several_locks_is_not_sent() {
            assertThatThrownBy(() -> caller.underTwo(stock.address(), "cup"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("several locks are held here");
        }

        @Test
        void an_older_token_is_refused() {
            accepts("/stock/tea", DOMAIN.claim("old", 7));
            accepts("/stock/tea", DOMAIN.claim("old", 7));
            refuses(409, "token 6 of shop/2 refused", headers(DOMAIN.claim("old", 6)));
            refuses(409, "refused", headers(new FencingDomain("shop", 1).claim("old", 900)));
        }

        @Test
        void a_request_without_a_token_is_refused_however_its_path_is_spelled() {
            refuses(428, "no fencing token: send Interlock-Domain", Map.of());
            assertThat(stock.post("/stock/tea;a=b", Map.of()).join().statusCode())
                    .isEqualTo(428);
            assertThat(stock.post("/stock/%74ea", Map.of()).join().statusCode()).isEqualTo(428);
        }

        @Test
        void a_request_with_half_a_token_is_refused() {
            refuses(400, "header Interlock-Domain is missing", Map.of("Interlock-Token", "1"));
            refuses(
                    400,
                    "must end with a whole number",
                    Map.of("Interlock-Token", "x", "Interlock-Lock", "tea", "Interlock-Domain", "shop/2"));
        }

        @Test
        void a_token_of_another_domain_is_refused() {
            refuses(
                    400,
                    "the token is of domain 'bar' but this service guards 'shop'",
                    headers(new FencingDomain("bar", 9).claim("tea", 1)));
        }

        @Test
        void an_annotation_on_the_class_guards_all_methods() throws Exception {
            assertThat(stock.get("/shelf").statusCode()).isEqualTo(428);
        }

        @Test
        void other_methods_are_open() throws Exception {
            assertThat(stock.get("/stock/tea").body()).isEqualTo("tea");
            assertThat(stock.get("/nowhere").statusCode()).isEqualTo(404);
            accepts("/stock/open", new FencingDomain("bar", 9).claim("tea", 1));
            assertThat(stock.post("/stock/open", Map.of()).join().statusCode()).isEqualTo(400);
        }

        /** Its result comes through Spring once more, and what was done must not be refused then. */
        @Test
        void a_request_that_was_accepted_ends_although_a_newer_one_came() throws Exception {
            Stock.Resource resource = stock.context().getBean(Stock.Resource.class);
            CompletableFuture<HttpResponse<String>> first = stock.post("/stock/slow", headers(DOMAIN.claim("slow", 1)));
            assertThat(resource.slowBegan.await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            accepts("/stock/tea", DOMAIN.claim("slow", 2));
            resource.slow.complete("done");
            assertThat(first.join().statusCode()).isEqualTo(200);
            assertThat(first.join().body()).isEqualTo("done");
        }

        @Test
        void without_a_domain_the_application_does_not_start() {
            assertThatThrownBy(() -> RunningApplication.start(type, Stock.class, "interlock.enabled=false"))
                    .isInstanceOf(LockConfigurationException.class)
                    .hasMessageContainingAll("interlock.fencing.domain is not set", "@RequiresFencingToken of");
        }

        @Test
        void bad_values_end_the_start() {
            assertThatThrownBy(() -> RunningApplication.start(
                            type,
                            Stock.class,
                            "interlock.backend=memory",
                            "interlock.fencing.domain=shop",
                            "interlock.fencing.max-names=0"))
                    .rootCause()
                    .hasMessageContaining("interlock.fencing.max-names is 0");
            assertThatThrownBy(() -> RunningApplication.start(
                            type,
                            Stock.class,
                            "interlock.backend=memory",
                            "interlock.fencing.domain=shop",
                            "interlock.fencing.generation=0"))
                    .hasStackTraceContaining("generation must be at least 1 but was 0");
        }

        private void accepts(String path, FencingClaim claim) {
            assertThat(stock.post(path, headers(claim)).join().statusCode()).isEqualTo(200);
        }

        private void refuses(int status, String reason, Map<String, String> headers) {
            HttpResponse<String> response = stock.post("/stock/tea", headers).join();
            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/plain");
            assertThat(response.body()).contains(reason);
        }

        private static Map<String, String> headers(FencingClaim claim) {
            HttpHeaders headers = new HttpHeaders();
            FencingHeaders.add(headers, claim);
            assertThat(FencingHeaders.read(headers)).contains(claim);
            return headers.toSingleValueMap();
        }
    }
}
