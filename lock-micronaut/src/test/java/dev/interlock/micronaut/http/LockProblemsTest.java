// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockLostException;
import dev.interlock.LockUnavailableException;
import dev.interlock.annotation.OnContention;
import dev.interlock.micronaut.Locked;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.client.HttpClient;
import io.micronaut.http.client.exceptions.HttpClientResponseException;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import io.micronaut.runtime.server.EmbeddedServer;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import jakarta.inject.Singleton;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A caller by HTTP learns whether to try again, and nothing internal. */
final class LockProblemsTest {

    @ParameterizedTest
    @CsvSource({
        "taken, 409, Conflict, Another request is working on the same resource.",
        "unavailable, 503, Service Unavailable, The request cannot be served at the moment.",
        "lost, 500, Internal Server Error, The request may have taken effect."
    })
    void a_failure_of_a_lock_is_a_problem_without_anything_internal(
            String path, int status, String title, String detail) {
        HttpClientResponseException answer = ask(path, "none");
        assertThat(answer.getStatus().getCode()).isEqualTo(status);
        assertThat(answer.getResponse().getContentType().orElseThrow()).hasToString("application/problem+json");
        assertThat(answer.getResponse().getBody(String.class))
                .hasValue("{\"type\":\"about:blank\",\"title\":\"" + title + "\",\"status\":" + status
                        + ",\"detail\":\"" + detail + "\"}");
    }

    @Test
    void a_handler_of_the_application_comes_first() {
        assertThat(ask("taken", "own").getStatus().getCode()).isEqualTo(418);
    }

    private static HttpClientResponseException ask(String path, String handler) {
        try (EmbeddedServer server = ApplicationContext.run(
                        EmbeddedServer.class,
                        Map.of(
                                "micronaut.server.port", "-1",
                                "locks.backend", "memory",
                                "test.problems", "true",
                                "test.handler", handler));
                HttpClient http = HttpClient.create(server.getURL())) {
            return catchThrowableOfType(
                    HttpClientResponseException.class,
                    () -> http.toBlocking().exchange(HttpRequest.GET("/problems/" + path), String.class));
        }
    }

    /** Requests that find no lock. */
    @Controller("/problems")
    @Requires(property = "test.problems")
    @ExecuteOn(TaskExecutors.BLOCKING)
    static class Problems {

        private final LockClient client;
        private final Orders orders;

        Problems(LockClient client, Orders orders) {
            this.client = client;
            this.orders = orders;
        }

        @Get("/taken")
        String taken() throws InterruptedException {
            return client.lock("secret").withLock(handle -> orders.payElsewhere());
        }

        @Get("/unavailable")
        String unavailable() {
            throw new LockUnavailableException("the store at secret-host gave no answer", null);
        }

        @Get("/lost")
        String lost() {
            throw new LockLostException("'secret' was lost", HandleState.LOST);
        }
    }

    @Singleton
    @Requires(property = "test.problems")
    static class Orders {

        @Locked(value = "secret", onContention = OnContention.FAIL)
        String payElsewhere() {
            return "paid";
        }
    }

    /** What an application would write. */
    @Singleton
    @Requires(property = "test.handler", value = "own")
    static final class OwnHandler implements ExceptionHandler<LockException, HttpResponse<?>> {

        @Override
        @SuppressWarnings("rawtypes")
        public HttpResponse<?> handle(HttpRequest request, LockException failure) {
            return HttpResponse.status(418, "taken");
        }
    }
}
