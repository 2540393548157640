// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.retry.annotation.RetryConfiguration;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** What is Spring's own: expressions, beans and properties in names, checked exceptions, and the order of advice. */
class ShopTest {

    private final LockedBench bench = new LockedBench(Advice.class, Shop.class, Shop.Tenant.class);

    @AfterEach
    void stop() {
        bench.close();
    }

    private Shop shop() {
        bench.context.registerBean("tenant", Shop.Tenant.class);
        return bench.start().bean(Shop.class);
    }

    @Test
    void a_name_can_have_variables_properties_and_beans() {
        assertThat(shop().names("7")).isEqualTo("order-7-north-acme");
    }

    @Test
    void a_name_can_have_any_expression_on_the_arguments() {
        assertThat(shop().list(List.of("7", "8"))).isEqualTo("list-7-2");
    }

    /** Its text is another one for each array. */
    @Test
    void an_array_is_refused() {
        Shop shop = shop();
        assertThatThrownBy(() -> shop.array(new String[] {"7"}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Shop.array", "holds an array");
    }

    @Test
    void a_checked_exception_reaches_the_caller_and_the_lock_is_free() {
        Shop shop = shop();
        assertThatThrownBy(shop::checked).isInstanceOf(IOException.class).hasMessage("disk full");
        assertThat(bench.client.inspect("checked")).isEmpty();
    }

    @Test
    void a_result_of_null_is_null() {
        assertThat(shop().nothing("7")).isNull();
    }

    @Test
    void the_lock_is_outside_of_the_transaction() {
        List<String> log = new CopyOnWriteArrayList<>();
        shop().transaction(log);
        assertThat(log).containsExactly("transaction ended, lock HELD");
    }

    @Test
    void the_lock_is_outside_of_retries_which_keep_it() {
        List<Long> tokens = new CopyOnWriteArrayList<>();
        shop().retried(tokens);
        assertThat(tokens).hasSize(3).containsOnly(tokens.get(0));
        assertThat(bench.client.inspect("retried")).isEmpty();
    }

    @Test
    void the_lock_is_outside_of_the_cache_so_that_a_cached_result_needs_it() {
        Shop shop = shop();
        long first = shop.cached("7");
        assertThat(shop.cached("7")).isEqualTo(first);
        try (LockHandle other = bench.client.lock("cached").tryAcquire().orElseThrow()) {
            assertThatThrownBy(() -> shop.cached("7")).isInstanceOf(LockTimeoutException.class);
            assertThat(other.fencingToken()).isGreaterThan(first);
        }
    }

    @Test
    void the_lock_is_inside_of_the_other_thread() {
        List<String> log = new CopyOnWriteArrayList<>();
        shop().asynchronous(log);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(log).containsExactly("asynchronous"));
    }

    /**
     * Transactions without a resource, a cache, and a thread for each asynchronous call. Retries are those of Spring Retry,
     * with the advice that {@code @EnableRetry} makes, and without its proxies of AspectJ.
     */
    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableCaching(proxyTargetClass = true)
    @Import(RetryConfiguration.class)
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Advice {

        @Bean
        CacheManager caches() {
            return new ConcurrentMapCacheManager();
        }

        @Bean
        PlatformTransactionManager transactions() {
            return new NoResource();
        }
    }

    private static final class NoResource extends AbstractPlatformTransactionManager {

        private static final long serialVersionUID = 1L;

        @Override
        protected Object doGetTransaction() {
            return this;
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {}

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }
}
