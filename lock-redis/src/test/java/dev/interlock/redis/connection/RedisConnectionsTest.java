// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockSettings;
import dev.interlock.memory.ManualClock;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.JedisClientConfig;

class RedisConnectionsTest {

    private static final String URI = "redis://u:p@h:7000/3?clientName=till&connectTimeout=300ms&timeout=500ms"
            + "&poolSize=4&poolMinIdle=2&poolWait=100ms&testOnBorrow=true&testWhileIdle=";

    @Test
    void every_option_of_the_server_reaches_the_driver() {
        RedisLockOptions options = options(URI + "true");
        JedisClientConfig config = OwnConnections.config(options.server(), 15_000);
        assertThat(config.getUser()).isEqualTo("u");
        assertThat(config.getPassword()).isEqualTo("p");
        assertThat(config.getDatabase()).isEqualTo(3);
        assertThat(config.getClientName()).isEqualTo("till");
        assertThat(config.getConnectionTimeoutMillis()).isEqualTo(300);
        assertThat(config.getSocketTimeoutMillis()).isEqualTo(500);
        assertThat(config.getBlockingSocketTimeoutMillis()).isEqualTo(15_000);
    }

    @Test
    void every_option_of_the_pool_reaches_the_driver() {
        ConnectionPoolConfig config = StepPool.config(options(URI + "true").pool());
        assertThat(config.getMaxTotal()).isEqualTo(4 + 1);
        assertThat(config.getMaxIdle()).isEqualTo(4);
        assertThat(config.getMinIdle()).isEqualTo(2);
        assertThat(config.getTestOnBorrow()).isTrue();
        assertThat(config.getTestWhileIdle()).isTrue();
        assertThat(config.getDurationBetweenEvictionRuns()).isEqualTo(Duration.ofSeconds(30));
        assertThat(StepPool.config(options(URI + "false").pool()).getTestWhileIdle())
                .isFalse();
    }

    @Test
    void to_open_a_connection_takes_no_longer_than_a_step_may() {
        RedisLockOptions options = options("redis://h?timeout=500ms");
        assertThat(OwnConnections.config(options.server(), 15_000).getConnectionTimeoutMillis())
                .isEqualTo(500);
    }

    @Test
    void a_step_has_what_is_left_of_its_time() {
        ManualClock clock = new ManualClock();
        StepLimit limit = new StepLimit(clock, Duration.ofMillis(500));
        assertThat(limit.leftMillis()).isEqualTo(500);
        clock.advance(Duration.ofMillis(499));
        assertThat(limit.leftMillis()).isEqualTo(1);
        clock.advance(Duration.ofHours(1));
        assertThat(limit.leftMillis()).isZero();
    }

    private static RedisLockOptions options(String uri) {
        return RedisSettings.ofServer(LockSettings.of(uri));
    }
}
