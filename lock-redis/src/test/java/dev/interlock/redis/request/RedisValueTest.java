// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Holder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisValueTest {

    private static final String ID = "0123456789abcdef0123456789abcdef";

    @Test
    void shows_token_time_and_hint() {
        Holder holder = RedisValue.holder(bytes("1 " + ID + " 1795182903318535 3 host 7:42"), 1500);
        assertThat(holder)
                .isEqualTo(
                        new Holder(1795182903318535L, Optional.of(Duration.ofMillis(1500)), Optional.of("host 7:42")));
    }

    @Test
    void a_dash_is_no_hint_and_a_missing_expiry_no_time() {
        Holder holder = RedisValue.holder(bytes("1 " + ID + " 7 1 -"), -1);
        assertThat(holder).isEqualTo(new Holder(7, Optional.empty(), Optional.empty()));
        assertThat(RedisValue.holder(bytes("1 " + ID + " 7 1 -"), 0))
                .isEqualTo(new Holder(7, Optional.of(Duration.ZERO), Optional.empty()));
    }

    @Test
    void a_newer_version_is_readable() {
        assertThat(RedisValue.holder(bytes("2 " + ID + " 7 1 -"), -1)).isNotNull();
    }

    @Test
    void a_hint_cannot_bring_control_characters() {
        Holder holder = RedisValue.holder(bytes("1 " + ID + " 7 1 a\n\u001b[31mb"), -1);
        assertThat(holder).isNotNull();
        assertThat(holder.hint()).contains("a??[31mb");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "foreign", "1", "1 x 7 1 -", "1 ab 7 1", "1 ab -7 1 -", "1 ab 1234567890123456789 1 -"})
    void a_foreign_value_is_not_a_holder(String value) {
        assertThat(RedisValue.holder(bytes(value), 1)).isNull();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
