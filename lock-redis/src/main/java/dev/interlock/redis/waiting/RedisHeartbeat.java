// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.waiting;

import dev.interlock.LockClock;
import dev.interlock.redis.command.RedisLockOperations;
import dev.interlock.redis.command.RedisScript;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.request.QueuedAttempt;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Proves that the subscription of a client is at the server of its steps. After a switch of roles behind a fixed
 * address, steps can reach the new primary while the subscription stays at the former one, which publishes nothing any
 * more. Each beat is published through a connection of the steps and must arrive on the subscription. A beat also
 * checks the waiters in server queues, so that a lost message, a lost queue or a dead client costs them about a second
 * and not a whole rest. Only for connections of our own to one server. Thread-safe.
 */
final class RedisHeartbeat implements AutoCloseable {

    /** The most waiters that one beat checks; the next beat checks the next ones. */
    static final int MOST_LOOKS = 256;

    /**
     * The connection counts as unproven after so many beats without a message, and so long a silence. If that many were
     * published, the subscription is at another server. A pause of this process alone is no silence of the server.
     */
    private static final int MAX_UNHEARD = 2;

    private static final long MAX_SILENCE_NANOS =
            RedisSignals.HEARTBEAT.multipliedBy(3).toNanos();

    private static final String MESSAGE = "beat ";
    private static final long IDLE_SECONDS = 10;
    private static final Logger LOG = LoggerFactory.getLogger(RedisHeartbeat.class);

    private final RedisConnections connections;
    private final RedisErrors errors;
    private final LockClock clock;
    private final RedisQueuedWaiters queued;
    private final RedisKeys own;
    private final ThreadPoolExecutor thread;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private long due;
    private long heard;
    private long heardNanos;
    private int published;
    private boolean denied;

    /** For one client, by its own keys. */
    RedisHeartbeat(
            RedisConnections connections,
            RedisErrors errors,
            LockClock clock,
            RedisQueuedWaiters queued,
            RedisKeys own) {
        this.connections = connections;
        this.errors = errors;
        this.clock = clock;
        this.queued = queued;
        this.own = own;
        thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(1),
                new DaemonThreads("interlock-redis-heartbeat"));
        thread.allowCoreThreadTimeOut(true);
    }

    /** Whether the beats have arrived so far, or a new subscription has just begun. */
    boolean isProven() {
        lock.lock();
        try {
            return !denied && (due - heard < MAX_UNHEARD || !isSilent());
        } finally {
            lock.unlock();
        }
    }

    private boolean isSilent() {
        return clock.nanoTime() - heardNanos >= MAX_SILENCE_NANOS;
    }

    /** A new subscription is open. */
    void restart() {
        lock.lock();
        try {
            heardNanos = clock.nanoTime();
            heard = due;
            published = 0;
            denied = false;
        } finally {
            lock.unlock();
        }
    }

    /** Starts the next beat, without waiting for it. To be called once a second while there are waiters. */
    void beat() {
        long number;
        lock.lock();
        try {
            if (denied) {
                return;
            }
            number = ++due;
        } finally {
            lock.unlock();
        }
        if (underWay.compareAndSet(false, true)) {
            start(number);
        }
    }

    private void start(long number) {
        boolean started = false;
        try {
            thread.execute(() -> run(number));
            started = true;
        } catch (RejectedExecutionException e) {
            LOG.debug("{}: no beat, since the client is closed", errors.store());
        } finally {
            if (!started) {
                underWay.set(false);
            }
        }
    }

    private void run(long number) {
        try {
            leaveOtherServer();
            publish(number);
        } finally {
            underWay.set(false);
        }
    }

    /** Reconnects both to where the address leads now, since either may be at the wrong server. */
    private void leaveOtherServer() {
        boolean elsewhere;
        lock.lock();
        try {
            elsewhere = published >= MAX_UNHEARD && isSilent();
            published = elsewhere ? 0 : published;
        } finally {
            lock.unlock();
        }
        if (elsewhere) {
            LOG.debug("{}: the subscription is at another server than the steps", errors.store());
            connections.refresh();
        }
    }

    private void publish(long number) {
        RedisRequestTracker tracker = new RedisRequestTracker();
        try {
            List<RedisQueuedWaiters.Waiter> waiters = queued.next(MOST_LOOKS);
            List<QueuedAttempt> queued =
                    waiters.stream().map(RedisQueuedWaiters.Waiter::queued).toList();
            Object reply = RedisScript.BEAT.run(connections, tracker, RedisCall.beat(own, number, queued));
            published(number);
            if (reply instanceof List<?> look) {
                look.forEach(
                        which -> waiters.get(Math.toIntExact((Long) which) - 1).wake());
            }
        } catch (JedisException e) {
            LOG.debug("{}: no beat", errors.store(), errors.sanitized(e, tracker));
            RedisLockOperations.recover(connections, e);
            deny(RedisErrors.isMissingRight(e));
        }
    }

    private void published(long number) {
        lock.lock();
        try {
            if (heard < number) {
                published++;
            }
        } finally {
            lock.unlock();
        }
    }

    private void deny(boolean missingRight) {
        lock.lock();
        try {
            denied |= missingRight;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a message from the subscription; false if it is no beat. */
    boolean heard(String message) {
        if (!message.startsWith(MESSAGE)) {
            return false;
        }
        try {
            heard(Long.parseLong(message.substring(MESSAGE.length())));
        } catch (NumberFormatException e) {
            LOG.debug("{}: a beat that is none of ours", errors.store());
        }
        return true;
    }

    private void heard(long number) {
        lock.lock();
        try {
            if (number > heard && number <= due) {
                heard = number;
                heardNanos = clock.nanoTime();
                published = 0;
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
