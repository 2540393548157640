// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.interlock.jdbc.JdbcLockOptions.Mode;
import dev.interlock.jdbc.JdbcLockOptions.Pool;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Pools of our own: those who acquire and poll cannot take the connections that renewals and releases need, and the latter
 * are opened at the start, so that they are there when the server lets nobody in any more. Mode row-lock has a third one, of the
 * connections that hold locks.
 */
final class OwnConnections implements JdbcConnections {

    private final JdbcUrl url;
    private final JdbcLockOptions options;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable HikariDataSource acquiring;
    private @Nullable HikariDataSource keeping;
    private @Nullable HikariDataSource holding;

    OwnConnections(JdbcUrl url, JdbcLockOptions options) {
        this.url = url;
        this.options = options;
    }

    @Override
    public void open() throws SQLException {
        lock.lock();
        try {
            Pool pool = options.pool();
            HikariConfig reserve = config("keep", pool.reserve());
            reserve.setMinimumIdle(pool.reserve());
            // Asks once for a connection and tells why there is none.
            reserve.setInitializationFailTimeout(1);
            keeping = new HikariDataSource(reserve);
            HikariConfig rest = config("acquire", pool.size());
            rest.setMinimumIdle(0);
            rest.setInitializationFailTimeout(-1);
            acquiring = new HikariDataSource(rest);
            if (options.mode() == Mode.ROW_LOCK) {
                HikariConfig held = config("hold", options.maxHeld());
                held.setMinimumIdle(0);
                held.setInitializationFailTimeout(-1);
                held.setAutoCommit(false);
                holding = new HikariDataSource(held);
            }
        } catch (PoolInitializationException e) {
            throw e.getCause() instanceof SQLException cause ? cause : new SQLException(e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    private HikariConfig config(String use, int size) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("interlock-" + url.dialect().text() + "-" + use);
        config.setJdbcUrl(url.driverUrl());
        config.setUsername(url.user());
        config.setPassword(url.password());
        url.driverOptions().forEach(config::addDataSourceProperty);
        JdbcTimeouts.of(url.dialect(), options, url::hasDriverOption).forEach(config::addDataSourceProperty);
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(options.pool().maxWait().toMillis());
        config.setValidationTimeout(options.pool().maxWait().toMillis());
        config.setAutoCommit(true);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setConnectionInitSql(JdbcTimeouts.lockWait(url.dialect(), options));
        return config;
    }

    @Override
    public <T> T run(Use use, Work<T> work) throws SQLException {
        HikariDataSource pool = use == Use.KEEPING ? keeping : acquiring;
        if (pool == null) {
            throw new SQLException("the pool is not open");
        }
        Connection connection = pool.getConnection();
        try {
            return work.on(connection);
        } catch (SQLException e) {
            // Its session may still be at it, and its next reply may be the one that is missing now.
            pool.evictConnection(connection);
            throw e;
        } finally {
            JdbcConnections.giveBack(connection);
        }
    }

    @Override
    public Reserved reserve() throws SQLException {
        HikariDataSource pool = holding;
        if (pool == null) {
            throw new SQLException("the pool is not open");
        }
        return new Held(pool, pool.getConnection());
    }

    /** A connection of the pool of those that hold locks. */
    private record Held(HikariDataSource pool, Connection connection) implements Reserved {

        @Override
        public void giveBack() {
            JdbcConnections.giveBack(connection);
        }

        @Override
        public void discard() {
            JdbcConnections.breakOff(connection);
            pool.evictConnection(connection);
            JdbcConnections.giveBack(connection);
        }
    }

    @Override
    public void refresh() {
        refresh(holding);
        refresh(acquiring);
        refresh(keeping);
    }

    private static void refresh(@Nullable HikariDataSource pool) {
        if (pool != null && pool.getHikariPoolMXBean() != null) {
            pool.getHikariPoolMXBean().softEvictConnections();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            close(holding);
            close(acquiring);
            close(keeping);
        } finally {
            lock.unlock();
        }
    }

    private static void close(@Nullable HikariDataSource pool) {
        if (pool != null) {
            pool.close();
        }
    }
}
