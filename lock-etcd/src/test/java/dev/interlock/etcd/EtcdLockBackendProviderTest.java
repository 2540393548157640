// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockSettings;
import dev.interlock.etcd.options.EtcdLockOptions;
import dev.interlock.etcd.options.EtcdLockOptions.Tls;
import dev.interlock.etcd.options.EtcdSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import java.time.Duration;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connection strings. */
class EtcdLockBackendProviderTest {

    private static EtcdLockOptions read(String uri) {
        return EtcdSettings.read(LockSettings.of(uri));
    }

    @Test
    void a_uri_names_servers_namespace_and_options() {
        EtcdLockOptions read = read("etcd://ann:s%3Acret@h1:2379,h2,[::1]:2381/team/locks"
                + "?connectTimeout=3s&timeout=500ms&pollFallback=1m");
        assertThat(read.server().endpoints()).containsExactly("h1:2379", "h2:2379", "[::1]:2381");
        assertThat(read.server().user()).isEqualTo("ann");
        assertThat(read.server().password()).isEqualTo("s:cret");
        assertThat(read.server().connectTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(read.namespace()).isEqualTo("team/locks");
        assertThat(read.timeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(read.pollFallback()).isEqualTo(Duration.ofMinutes(1));
        assertThat(read.server().tls()).isNull();
    }

    @Test
    void is_found_by_the_service_loader_and_opens_without_a_request() {
        assertThat(ServiceLoader.load(LockBackendProvider.class))
                .filteredOn(EtcdLockBackendProvider.class::isInstance)
                .singleElement()
                .satisfies(provider -> {
                    assertThat(provider.schemes()).containsExactly("etcd:");
                    try (LockBackend backend = provider.open(LockSettings.of("etcd://no.such.host/shop"))) {
                        assertThat(backend.store()).isEqualTo("etcd at no.such.host:2379/shop");
                    }
                });
    }

    @Test
    void missing_options_are_standard() {
        assertThat(read("etcd://127.0.0.1")).isEqualTo(EtcdLockOptions.STANDARD);
    }

    @Test
    void tls_takes_its_files() {
        assertThat(read("etcd://h?tls=true&cacert=/ca.pem&cert=/c.pem&key=/k.pem")
                        .server()
                        .tls())
                .isEqualTo(new Tls("/ca.pem", "/c.pem", "/k.pem"));
        assertThat(read("etcd://h?tls=true").server().tls()).isEqualTo(new Tls(null, null, null));
    }

    @ParameterizedTest
    @CsvSource({
        "etcd://h:2379?timeout=0s, timeout, 0s, PT0.001S",
        "etcd://h:2379?timeout=fast, timeout, fast, such as 500ms",
        "etcd://h:2379?pollFallback=1ms, pollFallback, 1ms, PT0.01S",
        "etcd://h:2379?pollFallback=2m, pollFallback, 2m, PT1M",
        "etcd://h:2379?connectTimeout=5m, connectTimeout, 5m, PT1M",
        "etcd://h:2379?cacert=/ca, cacert, false, tls=true",
        "etcd://h:2379?tls=true&cert=/c, cert, key, together",
        "etcd://h:2379?timeuot=1s, timeuot, unknown option, timeout",
        "etcd://h:2379/a//b, namespace, a//b, such as 'interlock'",
        "etcd://, etcd uri, must name a host, etcd://host:port",
        "etcd:h:2379, etcd uri, must have two slashes, etcd://host:port",
        "etcd://h?maxHold=10s, maxHold, is not an option of the store, AcquireOptions",
        "etcd://h:port, endpoints, h:port, host:port",
        "'etcd://h,,i', endpoints, :2379, host:port",
        "etcd://ann@h:2379, user, password, together"
    })
    void a_bad_value_is_refused_by_name_with_its_bound(String uri, String option, String value, String bound) {
        assertThatThrownBy(() -> read(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(option)
                .hasMessageContaining(value)
                .hasMessageContaining(bound);
    }

    @Test
    void no_message_and_no_text_shows_a_password() {
        assertThatThrownBy(() -> read("etcd://ann:hush@h:2379?timeout=0s")).hasMessageNotContaining("hush");
        assertThat(read("etcd://ann:hush@h:2379").server().toString()).doesNotContain("hush");
        try (EtcdLockBackend backend = EtcdLockBackend.connecting(read("etcd://ann:hush@h:2379"))) {
            assertThat(backend.store()).doesNotContain("hush");
        }
    }
}
