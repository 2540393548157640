// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.util.JedisClusterCRC16;

class RedisKeysTest {

    @Test
    void a_plain_name_stays_readable() {
        RedisKeys keys = RedisKeys.of("interlock", new LockName("order:42 ä€😀"));
        assertThat(keys.lock()).isEqualTo("interlock:{order:42 ä€😀}");
        assertThat(keys.token()).isEqualTo("interlock:{order:42 ä€😀}:token");
        assertThat(keys.channel()).isEqualTo("interlock:{order:42 ä€😀}:free");
    }

    @Test
    void percent_signs_and_braces_are_encoded() {
        assertThat(RedisKeys.encode("{a}%7B")).isEqualTo("%7Ba%7D%257B");
        assertThat(RedisKeys.encode("a%")).isEqualTo("a%25");
        assertThat(RedisKeys.encode("}{")).isEqualTo("%7D%7B");
    }

    @Test
    void no_two_names_share_a_key() {
        List<String> pieces = List.of("", "a", "%", "{", "}", "%7B", "%25", "2", "5", ":token", "}:token", "7D");
        Map<String, String> seen = new HashMap<>();
        for (String first : pieces) {
            for (String second : pieces) {
                for (String third : pieces) {
                    String name = first + second + third;
                    String other = seen.put(RedisKeys.encode(name), name);
                    assertThat(other).isIn(null, name);
                }
            }
        }
        assertThat(seen).hasSizeGreaterThan(500);
    }

    @Test
    void no_key_of_one_lock_is_another_kind_of_key_of_a_second_lock() {
        RedisKeys plain = RedisKeys.of("p", new LockName("a"));
        RedisKeys sneaky = RedisKeys.of("p", new LockName("a}:token"));
        assertThat(sneaky.lock()).isNotEqualTo(plain.token());
    }

    @Test
    void all_keys_of_a_lock_are_in_one_slot() {
        for (String name : List.of("a", "{", "}", "{}", "{}a", "{{}}", "{x}y", "}{", "a{b}c{d}", "%", "%7B", "käse")) {
            RedisKeys keys = RedisKeys.of("interlock", new LockName(name));
            assertThat(JedisClusterCRC16.getSlot(keys.token()))
                    .as(name)
                    .isEqualTo(JedisClusterCRC16.getSlot(keys.lock()))
                    .isEqualTo(JedisClusterCRC16.getSlot(keys.channel()))
                    .isEqualTo(JedisClusterCRC16.getSlot(RedisKeys.encode(name)));
        }
    }

    @Test
    void no_name_is_encoded_to_a_reserved_key() {
        RedisKeys reserved = RedisKeys.reserved("p", "x");
        String inner = reserved.lock().substring("p:{".length(), reserved.lock().length() - 1);
        assertThat(RedisKeys.of("p", new LockName(inner)).lock()).isNotEqualTo(reserved.lock());
        // In what encode returns, each percent sign is followed by the code of a character that is encoded.
        assertThat(inner.replaceAll("%(25|7B|7D)", "")).contains("%");
    }
}
