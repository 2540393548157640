// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.report.contention.contender.Connections;
import dev.interlock.report.contention.contender.StoreAddress;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry;
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
record SpringPeer(LockRegistry registry, ConnectionBelief connection, Runnable end) implements PeerClient {

    /** With renewal, which needs a scheduler in the registry. */
    static PeerClient redis(StoreAddress address, Duration lease) {
        LettuceConnectionFactory connections = Connections.lettuce(address);
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setDaemon(true);
        scheduler.initialize();
        RedisLockRegistry registry = new RedisLockRegistry(connections, "spring", lease.toMillis());
        registry.setRenewalTaskScheduler(scheduler);
        return new SpringPeer(registry, ConnectionBelief.NONE, () -> {
            registry.destroy();
            scheduler.shutdown();
            connections.destroy();
        });
    }

    static PeerClient sql(StoreAddress address, Duration lease) {
        HikariDataSource pool = SqlPeers.pool(address);
        JdbcLockRegistry registry = new JdbcLockRegistry(Connections.springRepository(pool, lease));
        return new SpringPeer(registry, ConnectionBelief.NONE, pool::close);
    }

    static PeerClient zookeeper(StoreAddress address, Duration session) {
        CuratorFramework curator = Connections.curator(address, session, CuratorPeer.CONNECT);
        ZookeeperLockRegistry registry = new ZookeeperLockRegistry(curator, "/spring");
        return new SpringPeer(registry, ConnectionBelief.of(curator), () -> {
            registry.destroy();
            curator.close();
        });
    }

    /** Where the registry can renew, a renewal is the check: it throws when the lock is lost. */
    @Override
    public PeerLock lock(String name) {
        return new JavaLockPeer(registry.obtain(name), () -> {
            if (registry instanceof RenewableLockRegistry renewable) {
                try {
                    renewable.renewLock(name);
                } catch (IllegalStateException e) {
                    return Belief.LOST;
                }
            }
            return connection.now();
        });
    }

    @Override
    public void close() {
        end.run();
    }
}
