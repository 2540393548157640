// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShedLock, which is meant for scheduled jobs: it tries once, and holds for {@code lockAtMostFor} at most. */
record ShedLocks(LockProvider provider, Duration atMost, Runnable end) implements OpenClient {

    /** The minimum of {@code KeepAliveLockProvider}. */
    static final Duration LEAST_KEPT_ALIVE = Duration.ofSeconds(30);

    static OpenClient redis(StoreAddress address, Limits limits) {
        LettuceConnectionFactory connections = Lettuce.connect(address);
        return new ShedLocks(new RedisLockProvider(connections), limits.lease(), connections::destroy);
    }

    static OpenClient sql(StoreAddress address, Limits limits) {
        HikariDataSource pool = limits.pool(address);
        return new ShedLocks(sql(pool), limits.lease(), pool::close);
    }

    /** Extends a lock at half of its time, as long as the JVM lives. */
    static OpenClient keptAlive(StoreAddress address, Limits limits) {
        HikariDataSource pool = limits.pool(address);
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        return new ShedLocks(new KeepAliveLockProvider(sql(pool), timer), limits.lease(), () -> {
            timer.shutdownNow();
            pool.close();
        });
    }

    /**
     * By the database's clock, with an owner for each client: the default would be the host name, which all JVMs of a
     * machine share.
     */
    private static ExtensibleLockProvider sql(HikariDataSource pool) {
        return new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(pool))
                .withLockedByValue(UUID.randomUUID().toString())
                .usingDbTime()
                .build());
    }

    @Override
    public NamedLock lock(String name) {
        return new Lock(name);
    }

    @Override
    public void close() {
        end.run();
    }

    private final class Lock implements NamedLock {

        private final String name;
        private @Nullable SimpleLock held;

        Lock(String name) {
            this.name = name;
        }

        @Override
        public boolean acquire(Duration limit) {
            Optional<SimpleLock> granted =
                    provider.lock(new LockConfiguration(ClockProvider.now(), name, atMost, Duration.ZERO));
            if (granted.isPresent()) {
                held = granted.get();
            }
            return granted.isPresent();
        }

        @Override
        public void release() {
            held().unlock();
        }

        /** Checks by an extension, which ShedLock refuses when the lock is lost. */
        @Override
        public Belief belief() {
            Optional<SimpleLock> extended = held().extend(atMost, Duration.ZERO);
            extended.ifPresent(each -> held = each);
            return extended.isPresent() ? Belief.HELD : Belief.LOST;
        }

        private SimpleLock held() {
            if (held == null) {
                throw new IllegalStateException("never granted");
            }
            return held;
        }
    }
}
