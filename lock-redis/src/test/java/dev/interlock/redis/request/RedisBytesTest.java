// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spi.AttemptId;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisBytesTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9, 10, 99, 100, 30_000, 604_800_000, 9_007_199_254_740_991L, Long.MAX_VALUE})
    void a_number_is_its_decimal_digits(long number) {
        assertThat(new String(RedisBytes.of(number), StandardCharsets.US_ASCII)).isEqualTo(Long.toString(number));
    }

    @Test
    void an_id_is_its_text() {
        for (AttemptId id : new AttemptId[] {
            new AttemptId(0, 0),
            new AttemptId(-1, Long.MIN_VALUE),
            new AttemptId(0x0123456789abcdefL, 1),
            AttemptId.random()
        }) {
            assertThat(new String(RedisBytes.of(id), StandardCharsets.US_ASCII)).isEqualTo(id.text());
        }
    }

    @Test
    void a_text_is_its_bytes_in_utf_8_with_what_follows() {
        byte[] key = RedisBytes.of("ä€😀");
        assertThat(new String(RedisBytes.followed(key, RedisBytes.of(":token")), StandardCharsets.UTF_8))
                .isEqualTo("ä€😀:token");
    }
}
