// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Spring Integration's registry as it comes, over a pool. */
record SpringJdbcLocks(HikariDataSource pool, JdbcLockRegistry registry) implements OpenClient {

    static SpringJdbcLocks open(StoreAddress address) {
        HikariDataSource pool = SqlPool.open(address);
        DefaultLockRepository repository = new DefaultLockRepository(pool);
        repository.setTransactionManager(new DataSourceTransactionManager(pool));
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        return new SpringJdbcLocks(pool, new JdbcLockRegistry(repository));
    }

    @Override
    public NamedLock named(String name) {
        return new JavaLock(registry.obtain(name));
    }

    @Override
    public void close() {
        pool.close();
    }
}
