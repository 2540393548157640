// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.loss;

import dev.interlock.LockClock;
import dev.interlock.redis.command.RedisLockOperations;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.connection.TrackedKeys;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.loss.WatchedLocks.Look;
import dev.interlock.redis.request.RedisBytes;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.request.RedisValue;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LossWatch;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Watches locks in Redis. The server is asked to tell when the key of a lock changes. A renewal changes it, too, so a
 * watched lock costs one read at first and one for each renewal. What no longer looks like the holder's lock is asked of
 * the server once more, in the way of a renewal, before it counts as lost: the connection that reads may lead to a server
 * that is no longer the primary.
 *
 * <p>Two connections and two threads, from the first watched lock until there has been none for a minute. Thread-safe.
 */
public final class RedisLossWatch implements LossWatch {

    /** Without changes the connection is asked for any answer so often. */
    private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final int MAX_IDLE_HEARTBEATS = 12;
    private static final long MIN_PAUSE_MILLIS = 50;
    private static final long MAX_PAUSE_MILLIS = 5_000;

    /** A renewal never shortens a lease, so this one only asks. */
    private static final Duration NO_LONGER = Duration.ofMillis(1);

    private static final Logger LOG = LoggerFactory.getLogger(RedisLossWatch.class);

    private final RedisConnections connections;
    private final RedisLockOperations operations;
    private final RedisErrors errors;
    private final LockClock clock;
    private final String prefix;
    private final BiConsumer<AttemptId, String> lost;
    private final WatchedLocks locks = new WatchedLocks();
    private final ReentrantLock starting = new ReentrantLock();
    private @Nullable Thread thread;

    /**
     * Watches nothing yet.
     *
     * @param lost gets the attempt that owns its lock no longer, and what was observed
     */
    public RedisLossWatch(
            RedisConnections connections,
            RedisLockOperations operations,
            RedisErrors errors,
            LockClock clock,
            String prefix,
            BiConsumer<AttemptId, String> lost) {
        this.connections = connections;
        this.operations = operations;
        this.errors = errors;
        this.clock = clock;
        this.prefix = prefix;
        this.lost = lost;
    }

    @Override
    public void begin(Grant grant) {
        if (locks.add(key(grant), grant)) {
            start();
        }
    }

    @Override
    public void end(Grant grant) {
        locks.remove(key(grant), grant);
    }

    private String key(Grant grant) {
        return RedisKeys.of(prefix, grant.attempt().name()).lock();
    }

    private void start() {
        starting.lock();
        try {
            if (thread == null) {
                thread = new DaemonThreads("interlock-redis-losses").newThread(this::watch);
                thread.start();
            }
        } finally {
            starting.unlock();
        }
    }

    private void watch() {
        long pauseMillis = MIN_PAUSE_MILLIS;
        boolean goOn = true;
        while (goOn) {
            long begin = clock.nanoTime();
            try (TrackedKeys keys = connections.trackKeys()) {
                if (keys != null) {
                    look(keys);
                }
            } catch (JedisException e) {
                LOG.debug(
                        "{}: locks are not watched, again in {} ms", errors.store(), pauseMillis, errors.sanitized(e));
            }
            boolean lasted = clock.nanoTime() - begin >= HEARTBEAT_NANOS;
            pauseMillis = lasted ? MIN_PAUSE_MILLIS : Math.min(MAX_PAUSE_MILLIS, 2 * pauseMillis);
            goOn = goesOn();
            if (goOn) {
                locks.pause(pauseMillis);
            }
        }
    }

    /** Whether there is something to watch; if not, the next lock starts another thread. */
    private boolean goesOn() {
        starting.lock();
        try {
            boolean goOn = !locks.isClosed() && !locks.isEmpty();
            thread = goOn ? thread : null;
            return goOn;
        } finally {
            starting.unlock();
        }
    }

    /** Looks at what changed until the connections break, or there was nothing to watch for long. */
    private void look(TrackedKeys keys) {
        ChangeListener listener = new ChangeListener(keys, locks);
        listener.start();
        int idle = 0;
        while (!listener.hasEnded() && !locks.isClosed()) {
            Look look = locks.next(HEARTBEAT_NANOS);
            if (look != null) {
                look(keys, look);
            } else {
                idle = locks.isEmpty() ? idle + 1 : 0;
                if (idle >= MAX_IDLE_HEARTBEATS || !listener.ask()) {
                    return;
                }
            }
        }
    }

    private void look(TrackedKeys keys, Look look) {
        byte[] value = keys.read(RedisBytes.of(look.key()));
        AttemptId owner = look.grant().attempt().id();
        if (value != null && RedisValue.isOwnedBy(value, owner)) {
            return;
        }
        RenewOutcome outcome = operations.renew(look.grant(), NO_LONGER);
        if (outcome instanceof RenewOutcome.NotOwner notOwner) {
            // An attempt never owns its lock again, so a second look would only report it twice.
            locks.remove(look.key(), look.grant());
            lost.accept(owner, notOwner.detail());
        } else if (outcome instanceof RenewOutcome.Unknown) {
            // On the next connections all are looked at again.
            keys.cut();
        }
    }

    /** Ends threads and connections. */
    public void close() {
        locks.close();
    }
}
