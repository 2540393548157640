// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.redis.options.RedisLockOptions.Pool;
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
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The driver's pool behind the connections that are used all the time. One limit covers all that a step does: its wait
 * for a connection, the opening of one, the answer, and the pool's work when a broken one comes back. A connection that
 * rested for a second must answer before a step uses it. Thread-safe.
 */
final class StepPool implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StepPool.class);

    private final Semaphore free;
    private final Duration maxWait;
    private final StepConnectionFactory factory;
    private final ConnectionPool pool;
    private final boolean testOnBorrow;
    private final ReadyConnections ready = new ReadyConnections();

    StepPool(Pool options, StepConnectionFactory factory) {
        free = new Semaphore(options.size());
        maxWait = options.maxWait();
        this.factory = factory;
        testOnBorrow = options.testOnBorrow();
        pool = new ConnectionPool(factory, config(options));
    }

    static ConnectionPoolConfig config(Pool options) {
        ConnectionPoolConfig config = new ConnectionPoolConfig();
        // One more than are given out: the pool itself takes one at a time to test it.
        config.setMaxTotal(options.size() + 1);
        config.setMaxIdle(options.size());
        config.setMinIdle(options.minIdle());
        config.setBlockWhenExhausted(false);
        // All that are in here have rested: those that are used again at once do not come back.
        config.setTestOnBorrow(true);
        config.setTestWhileIdle(options.testWhileIdle());
        config.setJmxEnabled(false);
        return config;
    }

    /** Has a step done on a connection, all of it within the limit. */
    @Nullable
    Object execute(Function<Connection, @Nullable Object> step, StepLimit limit) {
        awaitFree(limit);
        try {
            return answer(step, limit);
        } finally {
            free.release();
        }
    }

    private @Nullable Object answer(Function<Connection, @Nullable Object> step, StepLimit limit) {
        StepConnection connection = take(limit);
        boolean answered = false;
        try {
            Object answer = step.apply(connection);
            answered = true;
            return answer;
        } catch (JedisDataException e) {
            answered = true;
            throw e;
        } finally {
            if (!answered || !keep(connection, limit)) {
                giveBack(connection, limit);
            }
        }
    }

    private StepConnection take(StepLimit limit) {
        StepConnection used = ready.take();
        if (used != null && isFit(used, limit)) {
            return used;
        }
        return factory.within(limit, () -> (StepConnection) pool.getResource());
    }

    /** Whether the next step can go out on it; if not, the pool has it, and will find what is wrong with it. */
    private boolean isFit(StepConnection used, StepLimit limit) {
        boolean fit = false;
        try {
            fit = !ReadyConnections.hasRested(used, limit.clock()) && factory.leadsToThePrimary(used);
            if (fit) {
                factory.bound(used, limit.leftMillis());
            }
        } catch (JedisConnectionException e) {
            LOG.debug("a connection broke between two steps", e);
            fit = false;
        } finally {
            if (!fit) {
                giveBack(used, limit);
            }
        }
        return fit;
    }

    private boolean keep(StepConnection connection, StepLimit limit) {
        if (testOnBorrow || connection.isBroken()) {
            return false;
        }
        try {
            factory.unbound(connection);
        } catch (JedisConnectionException e) {
            LOG.debug("a connection broke behind its step", e);
            return false;
        }
        return ready.add(connection, limit.clock());
    }

    /** In place of what broke the pool opens another one at once, in what is left of the step. */
    private void giveBack(Connection connection, StepLimit limit) {
        factory.within(limit, () -> {
            giveBack(connection);
            return null;
        });
    }

    /** For one that is not broken, or in the time of a step. */
    static void giveBack(Connection connection) {
        try {
            connection.close();
        } catch (JedisException e) {
            LOG.debug("no other connection in place of one that broke", e);
        }
    }

    /**
     * Not interruptible: the step may serve several callers, of which only one is interrupted. The wait is short, as is
     * the step, which no interrupt ends either.
     */
    private void awaitFree(StepLimit limit) {
        long millis = Math.min(maxWait.toMillis(), limit.leftMillis());
        long end = limit.clock().nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        boolean interrupted = false;
        try {
            while (!free.tryAcquire()) {
                long left = end - limit.clock().nanoTime();
                if (left <= 0) {
                    throw new JedisException(new NoSuchElementException("none within " + millis + " ms"));
                }
                try {
                    if (free.tryAcquire(left, TimeUnit.NANOSECONDS)) {
                        return;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** How many connections the pool takes to be in use: those of steps, and those that are ready for the next ones. */
    int lent() {
        return pool.getNumActive();
    }

    /** Closes the idle connections; those in use are closed when they come back. */
    void clear() {
        ready.clear();
        pool.clear();
    }

    @Override
    public void close() {
        ready.close();
        try {
            pool.close();
        } catch (JedisException e) {
            // The failure to close a broken connection needs no action.
        }
    }
}
