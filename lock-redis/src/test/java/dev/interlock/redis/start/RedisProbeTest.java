// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.redis.command.RedisTokens;
import dev.interlock.redis.connection.ServerInfo;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisProbeTest {

    @ParameterizedTest
    @CsvSource({
        "5.0.14,false",
        "6.0.20,false",
        "6.2.0,true",
        "6.2.11,true",
        "7.0.15,true",
        "10.0,true",
        "unreadable,true"
    })
    void the_oldest_supported_version_is_6_2(String version, boolean supported) {
        assertThat(RedisProbe.isSupported(version)).isEqualTo(supported);
    }

    @Test
    void info_is_read_line_by_line() {
        assertThat(ServerInfo.parse("# Server\r\nredis_version:7.0.15\r\n\r\nmaxmemory:0\r\nodd\r\n"))
                .containsEntry("redis_version", "7.0.15")
                .containsEntry("maxmemory", "0")
                .hasSize(2);
    }

    @Test
    void the_token_key_outlives_two_leases() {
        Duration week = Duration.ofDays(7);
        assertThat(RedisTokens.timeToLive(week, Duration.ofSeconds(30))).isEqualTo(week);
        assertThat(RedisTokens.timeToLive(week, Duration.ofDays(5))).isEqualTo(Duration.ofDays(10));
    }

    /** All policies there are, by the documentation of maxmemory-policy in redis.conf. */
    @ParameterizedTest
    @CsvSource({
        "noeviction,NOTHING",
        "allkeys-lru,ANYTHING",
        "allkeys-lfu,ANYTHING",
        "allkeys-random,ANYTHING",
        "allkeys-lrm,ANYTHING",
        "volatile-lru,WHAT_EXPIRES",
        "volatile-lfu,WHAT_EXPIRES",
        "volatile-random,WHAT_EXPIRES",
        "volatile-lrm,WHAT_EXPIRES",
        "volatile-ttl,WHAT_EXPIRES",
        "something-new,WHAT_EXPIRES"
    })
    void each_eviction_policy_is_known_for_what_it_takes(String policy, RedisEviction eviction) {
        assertThat(RedisEviction.of(Map.of("maxmemory_policy", policy, "maxmemory", "1048576")))
                .isEqualTo(eviction);
        assertThat(RedisEviction.of(Map.of("maxmemory_policy", policy, "maxmemory", "0")))
                .isEqualTo(RedisEviction.NOTHING);
        assertThat(RedisEviction.of(Map.of("maxmemory_policy", policy))).isEqualTo(RedisEviction.NOTHING);
    }

    @Test
    void a_server_that_does_not_show_its_policy_is_accepted() {
        assertThat(RedisEviction.of(Map.of("maxmemory", "1048576"))).isEqualTo(RedisEviction.NOTHING);
    }
}
