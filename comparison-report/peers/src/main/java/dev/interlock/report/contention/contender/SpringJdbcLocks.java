// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;

/** Spring Integration's registry in its default configuration, over a pool. */
record SpringJdbcLocks(HikariDataSource pool, JdbcLockRegistry registry) implements OpenClient {

    /** The default of the repository: no holder dies in these runs. */
    private static final Duration LEASE = DefaultLockRepository.DEFAULT_TTL;

    static SpringJdbcLocks open(StoreAddress address) {
        HikariDataSource pool = Limits.pool(address);
        return new SpringJdbcLocks(pool, new JdbcLockRegistry(Connections.springRepository(pool, LEASE)));
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
