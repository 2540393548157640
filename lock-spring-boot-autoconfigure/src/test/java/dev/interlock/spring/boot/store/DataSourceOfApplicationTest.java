// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** Which DataSource the locks borrow their connections from. */
final class DataSourceOfApplicationTest {

    @Test
    void connections_come_from_behind_the_proxies_of_transactions() {
        Asked proxy = new Asked();
        Asked pool = new Asked();
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("shop", proxy);
        DataSourceOfApplication store = new DataSourceOfApplication(beans, source -> source == proxy ? pool : source);
        var opening = store.prepare(null, Map.of("timeout", "100ms", "connectTimeout", "250ms"));
        assertThatThrownBy(() -> LockClient.using(opening.get(), ClientOptions.STANDARD))
                .isInstanceOf(LockUnavailableException.class);
        assertThat(pool.times).hasPositiveValue();
        assertThat(proxy.times).hasValue(0);
    }

    /** Has no connection. */
    private static final class Asked extends AbstractDataSource {

        final AtomicInteger times = new AtomicInteger();

        @Override
        public Connection getConnection() throws SQLException {
            times.incrementAndGet();
            throw new SQLException("none is free");
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return getConnection();
        }
    }
}
