// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.net.URI;
import java.time.Duration;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** The connections of the peers, according to their documentation: the same for benchmarks and for questions. */
public final class Connections {

    private Connections() {}

    /**
     * Starts a Curator client.
     *
     * @param address of ZooKeeper
     * @param session the session's time-out
     * @param limit of a connection's start
     * @return the client, which the caller closes
     */
    public static CuratorFramework curator(StoreAddress address, Duration session, Duration limit) {
        CuratorFramework curator = CuratorFrameworkFactory.newClient(
                address.uri(),
                Math.toIntExact(session.toMillis()),
                Math.toIntExact(limit.toMillis()),
                new RetryOneTime(1));
        curator.start();
        return curator;
    }

    /**
     * Redisson in its default configuration.
     *
     * @param address of Redis
     * @param watchdog the lease of a lock that is taken without one
     * @return the client, which the caller shuts down
     */
    public static RedissonClient redisson(StoreAddress address, Duration watchdog) {
        Config config = new Config();
        config.setLockWatchdogTimeout(watchdog.toMillis());
        config.useSingleServer().setAddress(address.uri());
        return Redisson.create(config);
    }

    /**
     * Connections by Lettuce, the default of Spring Boot.
     *
     * @param address of Redis
     * @return connections, which the caller destroys
     */
    public static LettuceConnectionFactory lettuce(StoreAddress address) {
        URI uri = URI.create(address.uri());
        LettuceConnectionFactory connections = new LettuceConnectionFactory(uri.getHost(), uri.getPort());
        connections.afterPropertiesSet();
        connections.start();
        return connections;
    }

    /**
     * A connection pool.
     *
     * @param address of the database
     * @param connections the largest number of connections
     * @param limit of the wait for a connection
     * @return the pool, which the caller closes
     */
    public static HikariDataSource pool(StoreAddress address, int connections, Duration limit) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(address.uri());
        config.setUsername(address.user());
        config.setPassword(address.password());
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setMaximumPoolSize(connections);
        config.setConnectionTimeout(limit.toMillis());
        return new HikariDataSource(config);
    }

    /**
     * Spring Integration's repository, started as Spring's application context starts it.
     *
     * @param pool of connections
     * @param lease the time to live of a lock
     * @return the repository, for one registry
     */
    public static DefaultLockRepository springRepository(HikariDataSource pool, Duration lease) {
        DefaultLockRepository repository = new DefaultLockRepository(pool);
        repository.setTimeToLive(Math.toIntExact(lease.toMillis()));
        repository.setTransactionManager(new DataSourceTransactionManager(pool));
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        return repository;
    }

    /**
     * ShedLock on a database, by the database's clock.
     *
     * @param pool of connections
     * @param owner the owner's name; the default would be the host name, which all JVMs of a machine share
     * @return the provider
     */
    public static ExtensibleLockProvider shedLock(HikariDataSource pool, String owner) {
        return new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(pool))
                .withLockedByValue(owner)
                .usingDbTime()
                .build());
    }
}
