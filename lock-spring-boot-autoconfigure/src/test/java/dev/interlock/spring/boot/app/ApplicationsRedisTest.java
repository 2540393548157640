// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockClient;
import dev.interlock.LockUnavailableException;
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
