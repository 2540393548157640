// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An address of the application's Redis becomes a uri, and its login an option that is not shown. */
final class RedisAddressTest {

    @Test
    void a_server_has_a_database() {
        assertThat(RedisAddress.server(false, "redis", 6379, 3).settings().uri())
                .isEqualTo("redis://redis:6379/3");
        assertThat(RedisAddress.server(true, "::1", 6380, 0).settings().uri()).isEqualTo("rediss://[::1]:6380/0");
    }

    @Test
    void sentinels_have_a_primary_and_a_login_of_their_own() {
        RedisAddress address = RedisAddress.sentinels(true, List.of("s1:26379", "s2:26379"), "main", 2)
                .withLogin("sentinelUser", "watcher", "sentinelPassword", "secret")
                .withLogin("user", "shop", "password", "secret");
        assertThat(address.settings().uri()).isEqualTo("rediss-sentinel://s1:26379,s2:26379/main");
        assertThat(address.settings().options())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "database", "2",
                        "sentinelUser", "watcher",
                        "sentinelPassword", "secret",
                        "user", "shop",
                        "password", "secret"));
        assertThat(address.prepare(Map.of("prefix", "shop"))).isNotNull();
    }

    @Test
    void a_cluster_has_nodes_and_a_user_without_a_password_is_no_login() {
        RedisAddress address =
                RedisAddress.cluster(false, List.of("n1:6379", "n2:6379")).withLogin("user", "default", "password", "");
        assertThat(address.settings().uri()).isEqualTo("redis-cluster://n1:6379,n2:6379");
        assertThat(address.settings().options()).isEmpty();
        assertThat(address.prepare(Map.of())).isNotNull();
    }
}
