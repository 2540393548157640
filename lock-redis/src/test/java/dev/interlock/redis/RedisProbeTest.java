// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
        assertThat(RedisProbe.parse("# Server\r\nredis_version:7.0.15\r\n\r\nmaxmemory:0\r\nodd\r\n"))
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
}
