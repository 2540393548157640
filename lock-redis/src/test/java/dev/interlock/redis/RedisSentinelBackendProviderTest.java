// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.LockSettings;
import dev.interlock.redis.options.RedisSentinels;
import dev.interlock.redis.options.RedisSentinels.Address;
import dev.interlock.redis.options.RedisSettings;
import dev.interlock.spi.LockBackendProvider;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisSentinelBackendProviderTest {

    private static final String CANARY = "canary-7391";

    private static RedisSettings.OfSentinels read(String uri) {
        return RedisSettings.ofSentinels(LockSettings.of(uri));
    }

    @Test
    void is_found_by_the_service_loader() {
        assertThat(ServiceLoader.load(LockBackendProvider.class))
                .filteredOn(RedisSentinelBackendProvider.class::isInstance)
                .singleElement()
                .satisfies(provider -> assertThat(provider.schemes())
                        .containsExactlyInAnyOrder("redis-sentinel:", "rediss-sentinel:"));
    }

    @Test
    void sentinels_and_servers_have_logins_of_their_own() {
        RedisSettings.OfSentinels read = read("rediss-sentinel://u:p@a:1,b,[::1]:3/my%2Fmaster?sentinelUser=su"
                + "&sentinelPassword=" + CANARY + "&database=2&prefix=shop&poolSize=3");
        assertThat(read.sentinels())
                .isEqualTo(new RedisSentinels(
                        List.of(new Address("a", 1), new Address("b", 26379), new Address("::1", 3)),
                        "my/master",
                        "su",
                        CANARY));
        assertThat(read.options().server().user()).isEqualTo("u");
        assertThat(read.options().server().password()).isEqualTo("p");
        assertThat(read.options().server().tls()).isTrue();
        assertThat(read.options().server().database()).isEqualTo(2);
        assertThat(read.options().prefix()).isEqualTo("shop");
        assertThat(read.options().pool().size()).isEqualTo(3);
    }

    @Test
    void the_store_is_named_by_primary_and_sentinels_and_without_secrets() {
        assertThat(new RedisSentinelBackendProvider()
                        .open(LockSettings.of("redis-sentinel://u:" + CANARY + "@a,[::1]/m?sentinelPassword=" + CANARY))
                        .store())
                .isEqualTo("redis primary 'm' of the sentinels a:26379, [::1]:26379");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                redis-sentinel:                     | the redis-sentinel uri must have two slashes before the host
                redis-sentinel:///m                 | the redis-sentinel uri must name a host
                redis-sentinel://h                  | the name of the primary must not be empty: it follows the sentinels
                redis-sentinel://h/                 | the name of the primary must not be empty
                redis-sentinel://h,/m               | the host of a sentinel must not be empty
                redis-sentinel://h:0/m              | port of the uri must be a whole number from 1 to 65535 but was 0
                redis-sentinel://h:x/m              | port of the uri must be a whole number
                redis-sentinel://::1/m              | host of the uri must be one name or address, an IPv6 address in brackets
                redis-sentinel://a:1,b,a:1/m        | sentinels must differ but one is named twice: [a:1, b:26379, a:1]
                redis-sentinel://h/m?sentinelUser=u | sentinelUser must come with a password
                redis-sentinel://h/m?nope=1         | unknown option 'nope'
                """)
    void names_what_it_does_not_understand(String uri, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(uri)).withMessageContaining(message);
    }
}
