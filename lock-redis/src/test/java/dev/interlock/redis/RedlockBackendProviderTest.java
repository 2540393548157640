// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.LockSettings;
import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.redis.options.RedisSettings;
import dev.interlock.spi.LockBackendProvider;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedlockBackendProviderTest {

    private static final String CANARY = "canary-7391";

    private static RedisSettings.OfRedlock read(String uri) {
        return RedisSettings.ofRedlock(LockSettings.of(uri));
    }

    @Test
    void is_found_by_the_service_loader() {
        assertThat(ServiceLoader.load(LockBackendProvider.class))
                .filteredOn(RedlockBackendProvider.class::isInstance)
                .singleElement()
                .satisfies(provider -> assertThat(provider.schemes()).containsExactly("redlock:"));
    }

    @Test
    void each_server_has_an_address_a_login_and_a_database_and_the_options_are_for_all() {
        RedisSettings.OfRedlock read = read("redlock:rediss://u:p,q@a:1/2,rediss://b,rediss://:" + CANARY
                + "@[::1]:3?nodeTimeout=200ms&restartGuard=1m&timeout=3s&prefix=shop&clientName=me");
        List<Server> servers = read.servers().servers();
        assertThat(servers).extracting(Server::host).containsExactly("a", "b", "::1");
        assertThat(servers).extracting(Server::port).containsExactly(1, 6379, 3);
        assertThat(servers).extracting(Server::database).containsExactly(2, 0, 0);
        assertThat(servers).extracting(Server::user).containsExactly("u", null, null);
        assertThat(servers).extracting(Server::password).containsExactly("p,q", null, CANARY);
        assertThat(servers)
                .allMatch(server -> server.tls() && server.clientName().equals("me"));
        assertThat(read.servers().nodeTimeout()).isEqualTo(Duration.ofMillis(200));
        assertThat(read.servers().restartGuard()).isEqualTo(Duration.ofMinutes(1));
        assertThat(read.options().server().timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(read.options().prefix()).isEqualTo("shop");
        assertThat(read.options().pool().size()).isEqualTo(4);
    }

    @Test
    void the_store_is_named_by_its_servers_and_without_secrets() {
        LockSettings settings =
                LockSettings.of("redlock:redis://u:" + CANARY + "@a,redis://b:2,redis://[::1]?password=" + CANARY);
        assertThat(new RedlockBackendProvider().open(settings).store())
                .isEqualTo("redlock of redis at a:6379, b:2, [::1]:6379");
        assertThat(settings.toString()).doesNotContain(CANARY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                redlock:                                            | each server of a redlock must be a uri of its own: redlock:redis://host:port,
                redlock:a,b,c                                       | each server of a redlock must be a uri of its own
                redlock:redis://a,b,c                               | each server of a redlock must be a uri of its own
                redlock:redis://a                                   | an odd number of servers from 3 to 15 but has 1: for a single one write redis://host:port
                redlock:redis://a,redis://b                         | an odd number of servers from 3 to 15 but has 2
                redlock:redis://a,redis://b,redis://c,redis://d     | but has 4: for a single one write redis://host:port, and an even number survives no more failures
                redlock:redis://a,redis://b,redis://a:6379          | the servers of a redlock must differ but a:6379 is named twice: it would be counted twice
                redlock:redis://a,rediss://b,redis://c              | must all be redis: or all rediss:, but are mixed
                redlock:redis://a?timeout=1s,redis://b,redis://c    | options of a redlock must follow its last server, and are for all of them
                redlock:redis:a,redis://b,redis://c                 | the redis uri must have two slashes before the host
                redlock:redis://a,redis://b:0,redis://c             | port of the uri must be a whole number from 1 to 65535 but was 0
                redlock:redis://a,redis://b,redis://c?nope=1        | unknown option 'nope'
                redlock:redis://a,redis://b,redis://c?nodeTimeout=0s | option 'nodeTimeout' must be a duration
                redlock:redis://a,redis://b,redis://c?restartGuard=2d | option 'restartGuard' must be a duration
                """)
    void names_what_it_does_not_understand(String uri, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(uri)).withMessageContaining(message);
    }

    @Test
    void one_request_may_not_take_longer_than_the_step_that_it_is_part_of() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedlockBackendProvider()
                        .open(LockSettings.of("redlock:redis://a,redis://b,redis://c?nodeTimeout=3s&timeout=2s")))
                .withMessageContaining("nodeTimeout must be at most timeout");
    }
}
