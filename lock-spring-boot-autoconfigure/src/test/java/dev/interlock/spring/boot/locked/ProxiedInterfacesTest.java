// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.annotation.CurrentLock;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;

/** Annotated interfaces whose beans other frameworks make: they are locked, or refused at the start, never unlocked. */
class ProxiedInterfacesTest {

    @Test
    void a_method_of_a_plain_proxy_is_locked() {
        try (LockedBench bench = new LockedBench()) {
            bench.context.registerBean(Remote.class, ProxiedInterfacesTest::plainProxy);
            assertThat(bench.start().bean(Remote.class).pay("7")).isEqualTo("order-7");
        }
    }

    @Test
    void a_method_that_the_class_behind_Springs_proxy_implements_is_locked() {
        try (LockedBench bench = new LockedBench()) {
            bench.context.registerBean(Remote.class, () -> springProxy(new Implementation()));
            assertThat(bench.start().bean(Remote.class).pay("7")).isEqualTo("order-7");
        }
    }

    @Test
    void a_method_that_only_the_proxy_has_is_refused() {
        try (LockedBench bench = new LockedBench()) {
            bench.context.registerBean(Remote.class, () -> springProxy(new Object()));
            assertThatThrownBy(bench::start)
                    .hasMessageContainingAll("@Locked on Remote.pay", "a proxy of another framework on Object");
        }
    }

    private static Remote plainProxy() {
        return (Remote) Proxy.newProxyInstance(
                ProxiedInterfacesTest.class.getClassLoader(),
                new Class<?>[] {Remote.class},
                (proxy, method, arguments) -> CurrentLock.handle().lockName());
    }

    private static Remote springProxy(Object target) {
        ProxyFactory factory = new ProxyFactory();
        factory.setTarget(target);
        factory.addInterface(Remote.class);
        return (Remote) factory.getProxy();
    }

    /** An interface of which a framework makes a bean. */
    interface Remote {

        @Locked("order-#{id}")
        String pay(String id);
    }

    private static final class Implementation implements Remote {

        @Override
        public String pay(String id) {
            return CurrentLock.handle().lockName();
        }
    }
}
