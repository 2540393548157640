// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import static org.assertj.core.api.Assertions.assertThat;

import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.UserCredentialsDataSourceAdapter;

/** The pool behind the proxies that take part in transactions. */
final class SpringTransactionProxiesTest {

    private final TransactionProxies proxies = new SpringTransactionProxies();
    private final DataSource pool = new DriverManagerDataSource();

    @Test
    void all_proxies_of_transactions_are_removed() {
        DataSource lazy = new LazyConnectionDataSourceProxy(pool);
        assertThat(proxies.behind(pool)).isSameAs(pool);
        assertThat(proxies.behind(lazy)).isSameAs(pool);
        assertThat(proxies.behind(new TransactionAwareDataSourceProxy(lazy))).isSameAs(pool);
    }

    @Test
    void a_proxy_with_a_login_stays() {
        UserCredentialsDataSourceAdapter login = new UserCredentialsDataSourceAdapter();
        login.setTargetDataSource(pool);
        assertThat(proxies.behind(new TransactionAwareDataSourceProxy(login))).isSameAs(login);
    }

    @Test
    void a_proxy_of_nothing_is_left_as_it_is() {
        DataSource empty = new TransactionAwareDataSourceProxy();
        assertThat(proxies.behind(empty)).isSameAs(empty);
    }
}
