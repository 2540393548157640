// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.testbed.server.RedisServer;
import io.micronaut.context.ApplicationContext;
import io.micronaut.http.client.HttpClient;
import io.micronaut.runtime.server.EmbeddedServer;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A client that knows the owner in the store can release the lock, so HTTP must not show the owner. */
final class OwnersStaySecretIT {

    /** 128 bits in hexadecimal digits. */
    private static final Pattern ATTEMPT = Pattern.compile("\\b[0-9a-f]{32}\\b");

    @Test
    void the_owner_in_the_store_is_shown_by_neither_endpoint_nor_health() {
        try (RedisServer redis = RedisServer.start();
                EmbeddedServer server = ApplicationContext.run(
                        EmbeddedServer.class,
                        Map.of(
                                "locks.uri", redis.uri(),
                                "micronaut.server.port", "-1",
                                "endpoints.locks.sensitive", "false",
                                "endpoints.health.details-visible", "ANONYMOUS"));
                HttpClient http = HttpClient.create(server.getURL());
                Jedis jedis = new Jedis(redis.host(), redis.port())) {
            LockClient client = server.getApplicationContext().getBean(LockClient.class);
            LockHandle handle = client.lock("order-7").tryAcquire().orElseThrow();
            await().untilAsserted(() ->
                    assertThat(http.toBlocking().retrieve("/locks")).contains("order-7"));
            List<String> owners = jedis.keys("*order-7*").stream()
                    .map(jedis::get)
                    .flatMap(value -> ATTEMPT.matcher(value).results())
                    .map(MatchResult::group)
                    .toList();

            assertThat(owners).as("what the store keeps").hasSize(1);
            for (String path : List.of("/locks", "/health", "/health/readiness")) {
                assertThat(http.toBlocking().retrieve(path)).doesNotContain(owners.get(0));
            }
            handle.close();
        }
    }
}
