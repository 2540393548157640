// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.UUID;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** ShedLock, which is meant for scheduled jobs: it tries once and never waits. */
record ShedLockClient(LockProvider provider, Runnable end) implements OpenClient {

    static ShedLockClient redis(StoreAddress address) {
        LettuceConnectionFactory connections = Connections.lettuce(address);
        return new ShedLockClient(new RedisLockProvider(connections), connections::destroy);
    }

    static ShedLockClient sql(StoreAddress address) {
        HikariDataSource pool = Limits.pool(address);
        return new ShedLockClient(Connections.shedLock(pool, UUID.randomUUID().toString()), pool::close);
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
