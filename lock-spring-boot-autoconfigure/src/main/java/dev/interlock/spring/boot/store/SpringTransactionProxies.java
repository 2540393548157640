// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/** Removes the proxies that take part in transactions. Others may add a login, so they stay. */
final class SpringTransactionProxies implements TransactionProxies {

    @Override
    public DataSource behind(DataSource source) {
        DataSource pool = source;
        while (pool instanceof TransactionAwareDataSourceProxy || pool instanceof LazyConnectionDataSourceProxy) {
            DataSource target = ((DelegatingDataSource) pool).getTargetDataSource();
            if (target == null) {
                return pool;
            }
            pool = target;
        }
        return pool;
    }
}
