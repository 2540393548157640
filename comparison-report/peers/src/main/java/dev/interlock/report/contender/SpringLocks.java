// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.report.jdbc.SpringContender;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.apache.curator.framework.CuratorFramework;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;
import org.springframework.integration.zookeeper.lock.ZookeeperLockRegistry;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Spring Integration's registries.
 *
 * @param registry of locks
 * @param connection the state of the connection, where the registry itself reports nothing
 * @param end closes the registry and its connections
 */
record SpringLocks(LockRegistry<?> registry, ConnectionBelief connection, Runnable end) implements OpenClient {

    /** Without renewal. A leader initiator renews by acquiring again. */
    static Opener redis(RedisLockType type) {
        return (address, limits) -> {
            LettuceConnectionFactory connections = Lettuce.connect(address);
            RedisLockRegistry registry = redis(connections, limits);
            registry.setRedisLockType(type);
            return new SpringLocks(registry, ConnectionBelief.NONE, () -> {
                registry.destroy();
                connections.destroy();
            });
        };
    }

    /** With renewal, which needs a scheduler in the registry. */
    static OpenClient renewedRedis(StoreAddress address, Limits limits) {
        LettuceConnectionFactory connections = Lettuce.connect(address);
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setDaemon(true);
        scheduler.initialize();
        RedisLockRegistry registry = redis(connections, limits);
        registry.setRenewalTaskScheduler(scheduler);
        return new SpringLocks(registry, ConnectionBelief.NONE, () -> {
            registry.destroy();
            scheduler.shutdown();
            connections.destroy();
        });
    }

    private static RedisLockRegistry redis(LettuceConnectionFactory connections, Limits limits) {
        return new RedisLockRegistry(connections, "spring", limits.lease().toMillis());
    }

    static OpenClient sql(StoreAddress address, Limits limits) {
        HikariDataSource pool = limits.pool(address);
        return new SpringLocks(SpringContender.registry(pool, limits.lease()), ConnectionBelief.NONE, pool::close);
    }

    /** As {@link #sql}, with the repository's default time to live. */
    static OpenClient sqlByDefault(StoreAddress address, Limits limits) {
        return sql(address, limits.withLease(JdbcLockRegistry.DEFAULT_TTL));
    }

    static OpenClient zookeeper(StoreAddress address, Limits limits) {
        CuratorFramework curator = CuratorLocks.connect(address, limits);
        ZookeeperLockRegistry registry = new ZookeeperLockRegistry(curator, "/spring");
        return new SpringLocks(registry, ConnectionBelief.of(curator), () -> {
            registry.destroy();
            curator.close();
        });
    }

    @Override
    public NamedLock lock(String name) {
        Lock lock = registry.obtain(name);
        return new NamedLock() {
            @Override
            public boolean acquire(Duration limit) throws InterruptedException {
                return lock.tryLock(limit.toMillis(), TimeUnit.MILLISECONDS);
            }

            @Override
            public void release() {
                lock.unlock();
            }

            @Override
            public void releaseUnowned() {
                lock.unlock();
            }

            /** Where the registry can renew, a renewal is the check: it throws when the lock is lost. */
            @Override
            public Belief belief() {
                if (registry instanceof RenewableLockRegistry<?> renewable) {
                    try {
                        renewable.renewLock(name);
                    } catch (IllegalStateException e) {
                        return Belief.LOST;
                    }
                }
                return connection.now();
            }
        };
    }

    @Override
    public Candidate stand(String name, LeaderWork work) {
        return SpringElection.stand(registry, name, work);
    }

    @Override
    public void close() {
        end.run();
    }
}
