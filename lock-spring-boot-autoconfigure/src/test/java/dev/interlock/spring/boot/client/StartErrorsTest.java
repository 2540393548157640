// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spring.boot.config.LockConfigurationException;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** What bad input gets: a start that fails with what was found, and what to write. */
final class StartErrorsTest {

    @ParameterizedTest
    @MethodSource
    void a_bad_value_is_named(String[] properties, String found, String remedy) {
        LockConfigurationException refusal = Contexts.refusal(Contexts.with(properties));
        assertThat(refusal).hasMessageContaining(found);
        assertThat(refusal.remedy()).contains(remedy);
    }

    static Stream<Arguments> a_bad_value_is_named() {
        return Stream.of(
                bad("interlock.uri is not set", "Set interlock.uri, such as", new String[0]),
                bad("rabbit:", "add the module", "interlock.uri=rabbit://host"),
                bad("another (jdbc)", "Remove one", "interlock.uri=redis://host", "interlock.backend=jdbc"),
                bad("another (source)", "Remove one", "interlock.uri=redis://host", "interlock.bean=source"),
                bad("interlock.backend is 'rediss' but", "lock-redis", "interlock.backend=rediss"),
                bad("no DataSource", "jdbc:postgresql://", "interlock.backend=jdbc"),
                bad("option 'tokenTl'", "docs/backends", "interlock.uri=redis://h", "interlock.options.token-tl=1d"),
                bad(
                        "option 'pollFalback'",
                        "docs/backends",
                        "interlock.uri=etcd://h",
                        "interlock.options.poll-falback=1s"),
                bad("interlock.backend is 'etcd' but", "such as etcd://localhost:2379", "interlock.backend=etcd"),
                bad("interlock.lease is PT0S", "interlock.lease", "interlock.backend=memory", "interlock.lease=0s"),
                bad("interlock.wait is soon", "interlock.wait", "interlock.backend=memory", "interlock.wait=soon"),
                bad("max-attempts", "retry", "interlock.backend=memory", "interlock.retry.max-attempts=0x"),
                bad(
                        "shortest and longest",
                        "adaptive",
                        "interlock.backend=memory",
                        "interlock.adaptive-lease.longest=9s"),
                bad("most must be", "hand-off", "interlock.backend=memory", "interlock.hand-off.most=99"),
                bad(
                        "half of interlock.close-timeout",
                        "close-grace",
                        "interlock.backend=memory",
                        "interlock.close-grace=6s"),
                bad(
                        "the same pattern",
                        "pattern",
                        "interlock.backend=memory",
                        "interlock.named.a.pattern=x*",
                        "interlock.named.b.pattern=x*"),
                bad(
                        "interlock.named.a.lease is PT0S",
                        "lease",
                        "interlock.backend=memory",
                        "interlock.named.a.lease=0s"),
                bad(
                        "interlock.clients.stock.lease is PT0S",
                        "lease",
                        "interlock.clients.stock.backend=memory",
                        "interlock.clients.stock.lease=0s"),
                bad("interlock.clients.stock.uri", "clients.stock.uri", "interlock.clients.stock.lease=1s"),
                bad("no capability", "survives-restart", "interlock.backend=memory", "interlock.require=survival"),
                bad(
                        "asks for survives-restart",
                        "zookeeper, jdbc, etcd",
                        "interlock.backend=memory",
                        "interlock.require=fencing,survives-restart"),
                bad(
                        "asks for fifo-between-clients",
                        "redis",
                        "interlock.uri=jdbc:postgresql://host/db?interlock.mode=row-lock",
                        "interlock.require=fifo-between-clients"),
                bad(
                        "interlock.eager is true but",
                        "interlock.eager=false",
                        "interlock.uri=redis://127.0.0.1:1",
                        "interlock.eager=true"));
    }

    private static Arguments bad(String found, String remedy, String... properties) {
        return Arguments.of(properties, found, remedy);
    }

    @Test
    void two_stores_that_could_serve_are_both_named() {
        LockConfigurationException refusal = Contexts.refusal(withCurator(withSource(Contexts.with(), "pool")));
        assertThat(refusal)
                .hasMessageContaining("DataSource (pool)")
                .hasMessageContaining("CuratorFramework (curator)");
        assertThat(refusal.remedy()).contains("interlock.backend").contains("jdbc, zookeeper");
    }

    @Test
    void several_beans_of_one_kind_need_a_name() {
        ApplicationContextRunner two = withSource(withSource(Contexts.with(), "orders"), "stock");
        LockConfigurationException refusal = Contexts.refusal(two);
        assertThat(refusal).hasMessageContaining("orders, stock");
        assertThat(refusal.remedy()).contains("interlock.bean").contains("@Primary");
        two.withPropertyValues("interlock.bean=stock")
                .run(context -> assertThat(context).hasNotFailed());
        withSource(two, "locks").run(context -> assertThat(context).hasNotFailed());
        assertThat(Contexts.refusal(two.withPropertyValues("interlock.bean=shelf")))
                .hasMessageContaining("interlock.bean is 'shelf'");
    }

    @Test
    void without_a_module_of_a_store_the_modules_are_named() {
        LockConfigurationException refusal = Contexts.refusal(Contexts.with()
                .withClassLoader(new FilteredClassLoader(
                        new ClassPathResource("META-INF/services/dev.interlock.spi.LockBackendProvider"))));
        assertThat(refusal).hasMessageContaining("no module of a store is on the class path");
        assertThat(refusal.remedy()).contains("lock-redis").contains("interlock.backend=memory");
    }

    private static ApplicationContextRunner withSource(ApplicationContextRunner runner, String name) {
        return runner.withBean(
                name, DataSource.class, () -> new DriverManagerDataSource("jdbc:postgresql://h/" + name));
    }

    private static ApplicationContextRunner withCurator(ApplicationContextRunner runner) {
        return runner.withBean(
                "curator",
                CuratorFramework.class,
                () -> CuratorFrameworkFactory.newClient("127.0.0.1:1", new RetryOneTime(100)));
    }
}
