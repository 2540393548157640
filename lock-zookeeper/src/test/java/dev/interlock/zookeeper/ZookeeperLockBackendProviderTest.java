// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.options.ZookeeperLockOptions.Access;
import dev.interlock.zookeeper.options.ZookeeperSettings;
import java.time.Duration;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connection strings. */
class ZookeeperLockBackendProviderTest {

    private static ZookeeperLockOptions read(String uri) {
        return ZookeeperSettings.read(LockSettings.of(uri));
    }

    @Test
    void a_uri_names_servers_base_and_options() {
        ZookeeperLockOptions read = read("zookeeper://ann:s%3Acret@h1:2181,h2,[::1]:2183/team/locks"
                + "?sessionTimeout=10s&connectTimeout=3s&timeout=500ms&pollFallback=1m&acl=open");
        assertThat(read.server().connectString()).isEqualTo("h1:2181,h2:2181,[::1]:2183");
        assertThat(read.server().user()).isEqualTo("ann");
        assertThat(read.server().password()).isEqualTo("s:cret");
        assertThat(read.server().sessionTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(read.server().connectTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(read.base()).isEqualTo("team/locks");
        assertThat(read.timeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(read.pollFallback()).isEqualTo(Duration.ofMinutes(1));
        assertThat(read.acl()).isEqualTo(Access.OPEN);
        assertThat(read.server().tls()).isNull();
    }

    @Test
    void is_found_by_the_service_loader_and_opens_without_a_request() {
        assertThat(ServiceLoader.load(LockBackendProvider.class))
                .filteredOn(ZookeeperLockBackendProvider.class::isInstance)
                .singleElement()
                .satisfies(provider -> {
                    assertThat(provider.schemes()).containsExactly("zookeeper:");
                    try (LockBackend backend = provider.open(LockSettings.of("zookeeper://no.such.host/shop"))) {
                        assertThat(backend.store()).contains("no.such.host:2181");
                    }
                });
    }

    @Test
    void missing_options_are_standard() {
        assertThat(read("zookeeper://127.0.0.1")).isEqualTo(ZookeeperLockOptions.STANDARD);
    }

    @Test
    void tls_takes_its_files() {
        ZookeeperLockOptions read =
                read("zookeeper://h:2281?tls=true&keyStore=/k.jks&keyStorePassword=p&trustStore=/t.pem");
        assertThat(read.server().tls()).isEqualTo(new ZookeeperLockOptions.Tls("/k.jks", "p", "/t.pem", null));
        assertThat(String.valueOf(read.server().tls())).doesNotContain("p,");
    }

    @ParameterizedTest
    @CsvSource({
        "zookeeper://h:2181?sessionTimeout=1ms, sessionTimeout, 1ms, PT0.01S",
        "zookeeper://h:2181?sessionTimeout=2h, sessionTimeout, 2h, PT1H",
        "zookeeper://h:2181?timeout=0s, timeout, 0s, PT0.001S",
        "zookeeper://h:2181?timeout=fast, timeout, fast, such as 500ms",
        "zookeeper://h:2181?pollFallback=1ms, pollFallback, 1ms, PT0.01S",
        "zookeeper://h:2181?connectTimeout=5m, connectTimeout, 5m, PT1M",
        "zookeeper://h:2181?acl=world, acl, world, 'auto, creator or open'",
        "zookeeper://h:2181?keyStore=/k, keyStore, false, tls=true",
        "zookeeper://h:2181?sesionTimeout=1s, sesionTimeout, unknown option, sessionTimeout",
        "zookeeper://h:2181/a//b, base, a//b, such as 'interlock'",
        "zookeeper://h:2181/zookeeper, base, zookeeper, belongs to the server",
        "zookeeper://, zookeeper uri, must name a host, zookeeper://host:port",
        "zookeeper:///base, zookeeper uri, must name a host, zookeeper://host:port",
        "zookeeper:h:2181, zookeeper uri, must have two slashes, zookeeper://host:port",
        "zookeeper://h?maxHold=10s, maxHold, is not an option of the store, AcquireOptions",
        "zookeeper://h:port, hosts, h:port, host:port",
        "zookeeper://ann@h:2181, user, password, missing"
    })
    void a_bad_value_is_refused_by_name_with_its_bound(String uri, String option, String value, String bound) {
        assertThatThrownBy(() -> read(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(option)
                .hasMessageContaining(value)
                .hasMessageContaining(bound);
    }

    @Test
    void a_default_port_is_not_in_a_message() {
        assertThatThrownBy(() -> read("zookeeper://")).hasMessageNotContaining("2181");
    }

    @Test
    void no_message_and_no_text_shows_a_password() {
        assertThatThrownBy(() -> read("zookeeper://ann:hush@h:2181?timeout=0s")).hasMessageNotContaining("hush");
        assertThat(read("zookeeper://ann:hush@h:2181").server().toString()).doesNotContain("hush");
    }
}
