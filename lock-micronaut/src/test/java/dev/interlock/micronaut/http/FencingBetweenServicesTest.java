// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.guard.FencingDomain;
import io.micronaut.context.ApplicationContext;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpRequest;
import io.micronaut.http.client.BlockingHttpClient;
import io.micronaut.http.client.HttpClient;
import io.micronaut.http.client.exceptions.HttpClientResponseException;
import io.micronaut.runtime.server.EmbeddedServer;
import java.net.URI;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FencingBetweenServicesTest {

    private static final FencingDomain DOMAIN = new FencingDomain("shop", 2);

    private final EmbeddedServer server = ApplicationContext.run(
            EmbeddedServer.class,
            Map.of(
                    "micronaut.server.port", "-1",
                    "locks.backend", "memory",
                    "locks.fencing.domain", "shop",
                    "locks.fencing.generation", "2",
                    "test.stock", "true"));
    private final BlockingHttpClient http = HttpClient.create(server.getURL()).toBlocking();

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void a_call_under_a_lock_carries_its_token() {
        Stock.Shop shop = server.getApplicationContext().getBean(Stock.Shop.class);
        assertThat(shop.sell("blue tea/2")).startsWith("blue tea/2 for stock of blue tea/2 of shop/2 by ");
        assertThat(shop.sell("blue tea/2")).startsWith("blue tea/2 for");
    }

    @Test
    void a_call_without_a_lock_is_not_sent() {
        Stock.Shop shop = server.getApplicationContext().getBean(Stock.Shop.class);
        assertThatThrownBy(() -> shop.sellWithoutALock("tea"))
                .hasStackTraceContaining("no lock is held here by a @Locked method");
    }

    @Test
    void an_older_token_is_refused() {
        assertThat(take(request -> FencingHeaders.add(request, DOMAIN.claim("tea", 7))))
                .contains("by 7");
        assertThat(take(request -> FencingHeaders.add(request, DOMAIN.claim("tea", 7))))
                .contains("by 7");
        refuses(409, "token 6 of shop/2 refused", request -> FencingHeaders.add(request, DOMAIN.claim("tea", 6)));
        FencingDomain before = new FencingDomain("shop", 1);
        refuses(409, "refused", request -> FencingHeaders.add(request, before.claim("tea", 900)));
    }

    @Test
    void a_request_without_a_token_is_refused_however_its_path_is_spelled() {
        refuses(428, "no fencing token: send Interlock-Domain", request -> {});
        refuses(428, "no fencing token", request -> request.uri(URI.create("/stock/tea/")));
    }

    @Test
    void a_request_with_half_a_token_is_refused() {
        refuses(400, "header Interlock-Domain is missing", request -> request.header("Interlock-Token", "1"));
        refuses(
                400,
                "must end with a whole number",
                request -> request.header("Interlock-Token", "x")
                        .header("Interlock-Lock", "tea")
                        .header("Interlock-Domain", "shop/2"));
    }

    @Test
    void a_token_of_another_domain_is_refused() {
        FencingDomain other = new FencingDomain("bar", 9);
        refuses(
                400,
                "the token is of domain 'bar' but this service guards 'shop'",
                request -> FencingHeaders.add(request, other.claim("tea", 1)));
    }

    @Test
    void other_methods_of_the_controller_are_open() {
        assertThat(http.retrieve(HttpRequest.GET("/stock/tea"))).isEqualTo("tea");
    }

    private String take(Consumer<MutableHttpRequest<?>> change) {
        MutableHttpRequest<?> request = HttpRequest.POST("/stock/tea", "");
        change.accept(request);
        return http.retrieve(request);
    }

    private void refuses(int status, String message, Consumer<MutableHttpRequest<?>> change) {
        assertThatThrownBy(() -> take(change)).isInstanceOfSatisfying(HttpClientResponseException.class, failure -> {
            assertThat(failure.getStatus().getCode()).isEqualTo(status);
            assertThat(failure.getResponse().getBody(String.class).orElse("")).contains(message);
        });
    }
}
