// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.micronaut.config.LockConfiguration;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.exceptions.ConfigurationException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class StoreSelectorTest {

    @Test
    void without_a_setting_it_is_the_only_one_on_the_class_path() {
        assertThat(choose(Map.of(), "memory", "redis").backend()).isEqualTo("redis");
    }

    @Test
    void the_backend_of_the_setting_is_taken() {
        assertThat(choose(Map.of("locks.backend", "jdbc"), "redis", "jdbc").backend())
                .isEqualTo("jdbc");
        assertThat(choose(Map.of("locks.backend", "memory"), "redis", "memory").backend())
                .isEqualTo("memory");
    }

    @Test
    void the_scheme_of_the_uri_says_it_as_well() {
        assertThat(choose(Map.of("locks.uri", "jdbc:mysql://db/shop"), "redis", "jdbc")
                        .backend())
                .isEqualTo("jdbc");
    }

    @Test
    void memory_is_not_taken_without_being_asked_for() {
        refuses(Map.of(), "locks.backend is not set and there is no backend", "memory");
    }

    @Test
    void two_backends_and_no_choice_are_refused() {
        refuses(Map.of(), "locks.backend is not set and there are several", "jdbc", "redis", "memory");
    }

    @Test
    void an_unknown_backend_is_refused() {
        refuses(
                Map.of("locks.backend", "postgres"),
                "locks.backend is 'postgres' but there is no such backend: it must be one of redis, zookeeper, etcd, jdbc",
                "redis");
    }

    @Test
    void a_backend_without_its_module_is_refused() {
        refuses(
                Map.of("locks.backend", "zookeeper"),
                "locks.backend is 'zookeeper' but its module is not on the class path: add dev.interlock:lock-zookeeper",
                "redis");
    }

    @Test
    void a_uri_of_another_backend_is_refused() {
        refuses(
                Map.of("locks.backend", "redis", "locks.uri", "jdbc:mysql://me:secret@db/shop"),
                "locks.uri has the scheme 'jdbc' but locks.backend is 'redis'",
                "redis",
                "jdbc");
    }

    @Test
    void a_uri_that_no_backend_serves_is_refused() {
        refuses(Map.of("locks.uri", "etcd://host"), "locks.uri has the scheme 'etcd', which no backend", "redis");
    }

    @Test
    void the_module_of_a_scheme_that_is_there_is_taken() {
        assertThat(choose(Map.of("locks.uri", "etcd://host"), "redis", "etcd").backend())
                .isEqualTo("etcd");
    }

    private static void refuses(Map<String, Object> properties, String message, String... onClassPath) {
        assertThatThrownBy(() -> choose(properties, onClassPath))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("secret");
    }

    /** The client would make the choice at the start. */
    private static Map<String, Object> withoutAClient(Map<String, Object> properties) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("locks.enabled", "false");
        return all;
    }

    private static LockStore choose(Map<String, Object> properties, String... onClassPath) {
        LockConfiguration configuration;
        try (ApplicationContext context = ApplicationContext.run(withoutAClient(properties))) {
            configuration = context.getBean(LockConfiguration.class);
        }
        return new StoreSelector(Arrays.stream(onClassPath)
                        .map(name -> (LockStore) new FakeStore(name, Set.of()))
                        .toList())
                .choose(configuration);
    }
}
