// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.LockSettings;
import dev.interlock.redis.options.RedisCluster;
import dev.interlock.redis.options.RedisCluster.Node;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.redis.options.RedisSettings;
import dev.interlock.spi.LockBackendProvider;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisClusterBackendProviderTest {

    private static final String CANARY = "canary-7391";

    private static RedisSettings.OfCluster read(String uri) {
        return RedisSettings.ofCluster(LockSettings.of(uri));
    }

    @Test
    void is_found_by_the_service_loader() {
        assertThat(ServiceLoader.load(LockBackendProvider.class))
                .filteredOn(RedisClusterBackendProvider.class::isInstance)
                .singleElement()
                .satisfies(provider ->
                        assertThat(provider.schemes()).containsExactlyInAnyOrder("redis-cluster:", "rediss-cluster:"));
    }

    @Test
    void nodes_share_login_and_options() {
        RedisSettings.OfCluster read =
                read("rediss-cluster://u:" + CANARY + "@a:1,b,[::1]:3?prefix=shop&poolSize=3&timeout=1s");
        assertThat(read.cluster())
                .isEqualTo(new RedisCluster(List.of(new Node("a", 1), new Node("b", 6379), new Node("::1", 3))));
        assertThat(read.options().server().user()).isEqualTo("u");
        assertThat(read.options().server().password()).isEqualTo(CANARY);
        assertThat(read.options().server().tls()).isTrue();
        assertThat(read.options().prefix()).isEqualTo("shop");
        assertThat(read.options().pool().size()).isEqualTo(3);
        assertThat(read("redis-cluster://a").options().server().tls()).isFalse();
        assertThat(read("redis-cluster://a/0").cluster()).isEqualTo(new RedisCluster(List.of(new Node("a", 6379))));
    }

    @Test
    void nodes_have_ports_and_differ() {
        assertThat(new Node("h", 1)).hasToString("h:1");
        assertThat(new Node("h", 65_535)).hasToString("h:65535");
        assertThatIllegalArgumentException().isThrownBy(() -> new Node("h", 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Node("h", 65_536));
    }

    @Test
    void the_store_is_named_by_its_nodes_and_without_secrets() {
        assertThat(new RedisClusterBackendProvider()
                        .open(LockSettings.of("redis-cluster://u:" + CANARY + "@a,[::1]:2"))
                        .store())
                .isEqualTo("redis cluster of a:6379, [::1]:2");
    }

    @Test
    void another_database_is_refused_in_code_too() {
        Server server = Server.STANDARD;
        RedisLockOptions options = RedisLockOptions.STANDARD.withServer(new Server(
                server.host(),
                server.port(),
                server.tls(),
                1,
                server.user(),
                server.password(),
                server.clientName(),
                server.connectTimeout(),
                server.timeout()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisLockBackend.routing(new RedisCluster(List.of(new Node("a", 1))), options))
                .withMessageContaining("database must be 0 in a cluster");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                redis-cluster:                  | the redis-cluster uri must have two slashes before the host
                redis-cluster:///               | the redis-cluster uri must name a host
                redis-cluster://h,              | the host of a node must not be empty
                redis-cluster://h:0             | port of the uri must be a whole number from 1 to 65535 but was 0
                redis-cluster://h:x             | port of the uri must be a whole number
                redis-cluster://::1             | host of the uri must be one name or address, an IPv6 address in brackets
                redis-cluster://a:1,b,a:1       | nodes of the cluster must differ but one is named twice: [a:1, b:6379, a:1]
                redis-cluster://h/2             | database must be 0 in a cluster, which has no other, but was 2: leave it out
                redis-cluster://h?database=3    | database must be 0 in a cluster, which has no other, but was 3
                redis-cluster://h/name          | database of the uri must be a whole number
                redis-cluster://h?sentinelUser=u | unknown option 'sentinelUser'
                redis-cluster://h?nope=1        | unknown option 'nope'
                """)
    void names_what_it_does_not_understand(String uri, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedisClusterBackendProvider().open(LockSettings.of(uri)))
                .withMessageContaining(message);
    }
}
