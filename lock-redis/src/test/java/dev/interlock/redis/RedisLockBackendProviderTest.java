// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.LockSettings;
import dev.interlock.redis.options.AcknowledgedWrites;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisLockOptions.Pool;
import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.redis.options.RedisSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import java.time.Duration;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisLockBackendProviderTest {

    private static final String CANARY = "canary-7391";

    @Test
    void is_found_by_the_service_loader() {
        assertThat(ServiceLoader.load(LockBackendProvider.class))
                .filteredOn(RedisLockBackendProvider.class::isInstance)
                .singleElement()
                .satisfies(provider -> assertThat(provider.schemes()).containsExactlyInAnyOrder("redis:", "rediss:"));
    }

    @Test
    void a_host_alone_takes_the_defaults() {
        assertThat(read("redis://localhost"))
                .isEqualTo(RedisLockOptions.STANDARD.withServer(Server.STANDARD.at("localhost", 6379)));
    }

    @Test
    void everything_can_be_said_in_the_uri() {
        RedisLockOptions options = read("rediss://us%40er:p%2Fw%3A@db.example:7000/3?prefix=shop&connectTimeout=1s"
                + "&timeout=500ms&poolSize=4&poolMinIdle=2&poolWait=100ms&testOnBorrow=true&testWhileIdle=false"
                + "&clientName=till&tokenTtl=1d&pollFallback=PT0.2S&minReplicas=2&replicaTimeout=300ms");
        assertThat(options)
                .isEqualTo(new RedisLockOptions(
                        new Server(
                                "db.example",
                                7000,
                                true,
                                3,
                                "us@er",
                                "p/w:",
                                "till",
                                Duration.ofSeconds(1),
                                Duration.ofMillis(500)),
                        new Pool(4, 2, Duration.ofMillis(100), true, false),
                        "shop",
                        Duration.ofDays(1),
                        Duration.ofMillis(200),
                        new AcknowledgedWrites(2, Duration.ofMillis(300))));
    }

    @Test
    void the_least_and_the_greatest_port_are_ports() {
        assertThat(read("redis://h:1").server().port()).isEqualTo(1);
        assertThat(read("redis://h:65535").server().port()).isEqualTo(65_535);
    }

    @Test
    void options_from_code_win() {
        RedisLockOptions options = RedisSettings.ofServer(LockSettings.of("redis://a:b@h/1?prefix=x")
                .withOption("prefix", "y")
                .withOption("user", "u")
                .withOption("password", CANARY)
                .withOption("database", "2"));
        assertThat(options.prefix()).isEqualTo("y");
        assertThat(options.server().user()).isEqualTo("u");
        assertThat(options.server().password()).isEqualTo(CANARY);
        assertThat(options.server().database()).isEqualTo(2);
    }

    @Test
    void an_ipv6_address_has_brackets_in_the_uri_only() {
        assertThat(read("redis://[::1]:7000").server().host()).isEqualTo("::1");
        assertThat(read("redis://[::1]").server().port()).isEqualTo(6379);
        assertThat(read("redis://[::1]:7000/3").server().toString()).isEqualTo("[::1]:7000/3");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                redis:                           | the redis uri must have two slashes before the host: redis://host:port
                redis:h                          | the redis uri must have two slashes before the host: redis://host:port
                rediss:h                         | the rediss uri must have two slashes before the host: rediss://host:port
                redis://                         | the redis uri must name a host: redis://host:port
                redis://h?lease=10s              | is not an option of the store: say it in AcquireOptions
                redis://h?holderHint=me          | is not an option of the store: say it in ClientOptions
                redis://:7000                    | host must not be empty
                redis://::1                      | host of the uri must be one name or address, an IPv6 address in brackets
                redis://fe80::1:6379             | host of the uri must be one name or address
                redis://[::1                     | host of the uri must be one name or address
                redis://a:1,b:2                  | has a comma: several servers are redis-cluster://a,b,c or redis-sentinel://
                redis://h:0                      | port of the uri must be a whole number from 1 to 65535 but was 0
                redis://h:65536                  | from 1 to 65535 but was 65536
                redis://h:x                      | port of the uri must be a whole number from 1 to 65535 but is not a number
                redis://h:                       | port of the uri must be
                redis://h/16384                  | database of the uri must be a whole number from 0 to 16383 but was 16384
                redis://h/x                      | database of the uri must be
                redis://h:123456789              | port of the uri must be a whole number from 1 to 65535 but was 123456789
                redis://::1                      | an IPv6 address in brackets
                redis://,h                       | host of the uri must be one name
                redis://h?database=-1            | option 'database' must be a whole number from 0 to 16383 but was '-1'
                redis://h?nope=1                 | unknown option 'nope'
                redis://h?prefix=                | prefix must have 1 to 100 printable ASCII characters
                redis://h?prefix=a%7Bb           | prefix must have 1 to 100 printable ASCII characters
                redis://h?prefix=a%0Ab           | but was 'a?b'
                redis://h?prefix=a%20b           | prefix must have
                redis://h?timeout=0ms            | option 'timeout' must be a duration from PT0.001S to PT1M
                redis://h?timeout=2m             | option 'timeout'
                redis://h?connectTimeout=x       | option 'connectTimeout'
                redis://h?poolSize=0             | option 'poolSize' must be a whole number from 1 to 10000 but was '0'
                redis://h?poolSize=3&poolMinIdle=4 | option 'poolMinIdle' must be a whole number from 0 to 3 but was '4'
                redis://h?poolWait=0ms           | option 'poolWait'
                redis://h?testOnBorrow=yes       | option 'testOnBorrow' must be true or false but was 'yes'
                redis://h?clientName=a%20b       | clientName must have 1 to 64 printable ASCII characters
                redis://h?tokenTtl=59s           | option 'tokenTtl' must be a duration from PT1M
                redis://h?pollFallback=9ms       | option 'pollFallback' must be a duration from PT0.01S to PT1M
                redis://h?minReplicas=-1         | option 'minReplicas' must be a whole number from 0 to 100 but was '-1'
                redis://h?replicaTimeout=31s     | option 'replicaTimeout' must be a duration from PT0.001S to PT30S
                redis://me@h                     | user must come with a password
                """)
    void names_what_it_does_not_understand(String uri, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(uri)).withMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://u:" + CANARY + "@h:99999",
                "redis://u:" + CANARY + "?x@h",
                "redis://u:" + CANARY + "@h/x",
                "redis://u:" + CANARY + "@h?nope=1",
                "redis://u:" + CANARY + "@h?password=" + CANARY + "&timeout=no",
                "redis://:" + CANARY + "@",
                "redis://" + CANARY + "%zz@h"
            })
    void a_refusal_never_shows_the_password(String uri) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(uri))
                .satisfies(e -> assertThat(e.toString()).doesNotContain(CANARY));
    }

    @Test
    void the_backend_and_its_options_never_show_the_password() {
        LockSettings settings = LockSettings.of("redis://u:" + CANARY + "@h/3");
        try (LockBackend backend = new RedisLockBackendProvider().open(settings)) {
            assertThat(backend.store()).isEqualTo("redis at h:6379/3");
            assertThat(backend.toString()).doesNotContain(CANARY);
        }
        assertThat(RedisSettings.ofServer(settings).toString())
                .doesNotContain(CANARY)
                .contains("h:6379/3");
    }

    private static RedisLockOptions read(String uri) {
        return RedisSettings.ofServer(LockSettings.of(uri));
    }
}
