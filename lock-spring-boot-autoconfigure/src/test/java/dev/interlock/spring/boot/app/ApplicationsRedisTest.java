// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockClient;
import dev.interlock.LockUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** {@code spring.data.redis.*} says where the locks are, on each generation of Boot. */
@ExtendWith(OutputCaptureExtension.class)
final class ApplicationsRedisTest {

    private static final int LIMIT_MILLIS = 60_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.data.redis.port=1",
                "spring.data.redis.url=rediss://shop:secret@127.0.0.1:1",
                "spring.data.redis.cluster.nodes=127.0.0.1:1",
                "spring.data.redis.sentinel.nodes=127.0.0.1:1"
            })
    void one_server_or_several_are_asked_at_the_first_use(String property) {
        try (RunningApplication application = RunningApplication.start(
                WebApplicationType.NONE,
                Shop.class,
                "interlock.backend=redis",
                "interlock.options.connect-timeout=100ms",
                property.contains("sentinel")
                        ? "spring.data.redis.sentinel.master=main"
                        : "spring.main.banner-mode=off",
                property)) {
            LockClient client = application.context().getBean(LockClient.class);
            assertThatThrownBy(() -> client.lock("orders").tryAcquire())
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining(":1")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void the_login_of_the_application_is_that_of_the_locks() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RunningApplication application = RunningApplication.start(
                        WebApplicationType.NONE,
                        Shop.class,
                        "interlock.backend=redis",
                        "spring.data.redis.host=" + server.getInetAddress().getHostAddress(),
                        "spring.data.redis.port=" + server.getLocalPort(),
                        "spring.data.redis.username=keeper",
                        "spring.data.redis.password=secret")) {
            server.setSoTimeout(LIMIT_MILLIS);
            LockClient client = application.context().getBean(LockClient.class);
            CompletableFuture<?> asking = CompletableFuture.supplyAsync(
                    () -> client.lock("orders").tryAcquire(), task -> new Thread(task, "asking").start());
            try (Socket connection = server.accept()) {
                connection.setSoTimeout(LIMIT_MILLIS);
                assertThat(untilSecret(connection.getInputStream())).contains("AUTH", "keeper", "secret");
            }
            assertThat(asking).failsWithin(Duration.ofMillis(LIMIT_MILLIS));
        }
    }

    /** What was sent until the password had come, or the connection ended. */
    private static String untilSecret(InputStream sent) throws IOException {
        StringBuilder text = new StringBuilder();
        int next = sent.read();
        while (next >= 0) {
            text.append((char) next);
            next = text.indexOf("secret") >= 0 ? -1 : sent.read();
        }
        return text.toString();
    }

    @Test
    void Boot_reports_two_stores_that_could_serve_and_what_to_write(CapturedOutput output) {
        assertThatThrownBy(() -> RunningApplication.start(
                        WebApplicationType.NONE, Lazy.class, "spring.main.lazy-initialization=true"))
                .isInstanceOf(RuntimeException.class);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("DataSource (dataSource)")
                .contains("Redis of spring.data.redis.*")
                .contains("Set interlock.backend to one of jdbc, redis, or interlock.uri.");
    }

    /** Uses no lock when it starts. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Lazy {}
}
