// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShedLock, which is for jobs: it tries once and never waits. */
record ShedLockClient(LockProvider provider, Runnable end) implements OpenClient {

    static ShedLockClient redis(StoreAddress address) {
        LettuceConnectionFactory connections = SpringRedisLocks.connect(address);
        return new ShedLockClient(new RedisLockProvider(connections), connections::destroy);
    }

    static ShedLockClient sql(StoreAddress address) {
        HikariDataSource pool = SqlPool.open(address);
        JdbcTemplateLockProvider.Configuration configuration = JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(pool))
                .usingDbTime()
                .build();
        return new ShedLockClient(new JdbcTemplateLockProvider(configuration), pool::close);
    }

    @Override
    public NamedLock named(String name) {
        return new NamedLock() {
            private @Nullable SimpleLock held;

            @Override
            public void lock() {
                held = provider.lock(new LockConfiguration(ClockProvider.now(), name, Limits.LEASE, Duration.ZERO))
                        .orElseThrow(() -> new IllegalStateException("'" + name + "' was not granted"));
            }

            @Override
            public void unlock() {
                SimpleLock lock = held;
                held = null;
                if (lock == null) {
                    throw new IllegalStateException("'" + name + "' is not held");
                }
                lock.unlock();
            }
        };
    }

    @Override
    public void close() {
        end.run();
    }
}
