// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.redis.RedisLockOptions.Pool;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The driver's pool, with one limit over all that a step does: its wait for a connection, the opening of one, the answer,
 * and what the pool does when a broken one comes back. Thread-safe.
 */
final class StepPool implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StepPool.class);

    private final Semaphore free;
    private final Duration maxWait;
    private final StepConnectionFactory factory;
    private final ConnectionPool pool;

    StepPool(Pool options, StepConnectionFactory factory) {
        free = new Semaphore(options.size());
        maxWait = options.maxWait();
        this.factory = factory;
        pool = new ConnectionPool(factory, config(options));
    }

    static ConnectionPoolConfig config(Pool options) {
        ConnectionPoolConfig config = new ConnectionPoolConfig();
        // One more than are given out: the pool itself takes one at a time to test it.
        config.setMaxTotal(options.size() + 1);
        config.setMaxIdle(options.size());
        config.setMinIdle(options.minIdle());
        config.setBlockWhenExhausted(false);
        config.setTestOnBorrow(options.testOnBorrow());
        config.setTestWhileIdle(options.testWhileIdle());
        config.setJmxEnabled(false);
        return config;
    }

    /** Has a step done on a connection, all of it within the limit. */
    @Nullable
    Object execute(Function<Connection, @Nullable Object> step, StepLimit limit) {
        awaitFree(limit);
        try {
            return factory.within(limit, () -> answer(step));
        } finally {
            free.release();
        }
    }

    private @Nullable Object answer(Function<Connection, @Nullable Object> step) {
        Connection connection = pool.getResource();
        try {
            return step.apply(connection);
        } finally {
            giveBack(connection);
        }
    }

    /** In place of what broke the pool opens another one at once, in what is left of the step. */
    private static void giveBack(Connection connection) {
        try {
            connection.close();
        } catch (JedisException e) {
            LOG.debug("no other connection in place of one that broke", e);
        }
    }

    private void awaitFree(StepLimit limit) {
        if (free.tryAcquire()) {
            return;
        }
        long millis = Math.min(maxWait.toMillis(), limit.leftMillis());
        try {
            if (!free.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
                throw new JedisException(new NoSuchElementException("none within " + millis + " ms"));
            }
        } catch (InterruptedException e) {
            throw new JedisException("interrupted while waiting for a connection", e);
        }
    }

    /** Closes those that nobody uses, as do those who do when they give them back. */
    void clear() {
        pool.clear();
    }

    @Override
    public void close() {
        try {
            pool.close();
        } catch (JedisException e) {
            // Closing a broken connection tells nothing that anybody could act on.
        }
    }
}
