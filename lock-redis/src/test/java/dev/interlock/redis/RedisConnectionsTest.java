// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.util.Pool;

class RedisConnectionsTest {

    private static final String URI = "redis://u:p@h:7000/3?clientName=till&connectTimeout=300ms&timeout=500ms"
            + "&poolSize=4&poolMinIdle=2&poolWait=100ms&testOnBorrow=true&testWhileIdle=";

    @Test
    void every_option_of_the_server_reaches_the_driver() {
        try (OwnConnections own = own(URI + "true")) {
            JedisClientConfig config = own.config();
            assertThat(own.address()).hasToString("h:7000");
            assertThat(config.getUser()).isEqualTo("u");
            assertThat(config.getPassword()).isEqualTo("p");
            assertThat(config.getDatabase()).isEqualTo(3);
            assertThat(config.getClientName()).isEqualTo("till");
            assertThat(config.getConnectionTimeoutMillis()).isEqualTo(300);
            assertThat(config.getSocketTimeoutMillis()).isEqualTo(500);
            assertThat(config.getBlockingSocketTimeoutMillis()).isEqualTo(15_000);
        }
    }

    @Test
    void every_option_of_the_pool_reaches_the_driver() {
        try (OwnConnections own = own(URI + "true");
                OwnConnections lazy = own(URI + "false")) {
            Pool<Connection> pool = own.pool();
            assertThat(pool.getMaxTotal()).isEqualTo(4);
            assertThat(pool.getMaxIdle()).isEqualTo(4);
            assertThat(pool.getMinIdle()).isEqualTo(2);
            assertThat(pool.getMaxWaitDuration()).isEqualTo(Duration.ofMillis(100));
            assertThat(pool.getTestOnBorrow()).isTrue();
            assertThat(pool.getTestWhileIdle()).isTrue();
            assertThat(pool.getDurationBetweenEvictionRuns()).isEqualTo(Duration.ofSeconds(30));
            assertThat(lazy.pool().getTestWhileIdle()).isFalse();
        }
    }

    @Test
    void nothing_on_the_way_to_an_answer_takes_longer_than_a_step_may() {
        try (OwnConnections own = own("redis://h?timeout=500ms")) {
            assertThat(own.config().getConnectionTimeoutMillis()).isEqualTo(500);
            assertThat(own.pool().getMaxWaitDuration()).isEqualTo(Duration.ofMillis(500));
        }
    }

    private static OwnConnections own(String uri) {
        return OwnConnections.of(RedisLockBackendProvider.read(LockSettings.of(uri)), 15_000);
    }
}
