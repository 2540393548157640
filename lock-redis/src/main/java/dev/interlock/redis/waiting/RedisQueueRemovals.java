// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.waiting;

import dev.interlock.redis.command.RedisScript;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.request.QueuedAttempt;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisQueueMembership;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Removes attempts from server queues, on a thread of its own, since a waiter that gives up must not wait for a silent
 * server. An attempt that stays in its queue costs the others little. When the lock is reserved for it, this client
 * removes it if the client listens, and the server passes it over if not. Thread-safe.
 */
public final class RedisQueueRemovals implements AutoCloseable {

    /** The most outstanding removals; the next attempt stays in its queue. */
    private static final int MOST_OUTSTANDING = 10_000;

    /** The number of removed attempts, the latest ones, whose lock is remembered. */
    private static final int MOST_LEFT = 2_000;

    private static final long IDLE_SECONDS = 10;
    private static final Logger LOG = LoggerFactory.getLogger(RedisQueueRemovals.class);

    private final RedisConnections connections;
    private final RedisErrors errors;
    private final RedisQueueMembership membership;
    private final Duration closing;
    private final ThreadPoolExecutor thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, QueuedAttempt> left = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, QueuedAttempt> eldest) {
            return size() > MOST_LEFT;
        }
    };

    /** For one client; closing waits so long for what is outstanding. */
    public RedisQueueRemovals(
            RedisConnections connections, RedisErrors errors, RedisQueueMembership membership, Duration closing) {
        this.connections = connections;
        this.errors = errors;
        this.membership = membership;
        this.closing = closing;
        thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_OUTSTANDING),
                new DaemonThreads("interlock-redis-leaves"));
        thread.allowCoreThreadTimeOut(true);
    }

    /** Removes an attempt from its queue; one that has the lock keeps it. */
    void remove(QueuedAttempt attempt) {
        lock.lock();
        try {
            left.put(attempt.id(), attempt);
        } finally {
            lock.unlock();
        }
        execute(attempt);
    }

    /**
     * Removes an attempt once more, for which a lock was reserved after its removal: the request may have been lost, or
     * a late request to acquire entered it again. Does nothing for any other attempt, since any client may have sent
     * the message.
     */
    public void removeAgain(String id) {
        QueuedAttempt attempt;
        lock.lock();
        try {
            attempt = left.get(id);
        } finally {
            lock.unlock();
        }
        if (attempt != null) {
            execute(attempt);
        }
    }

    private void execute(QueuedAttempt attempt) {
        try {
            thread.execute(() -> removeNow(attempt));
        } catch (RejectedExecutionException e) {
            LOG.debug(
                    "{}: an attempt stays in the queue of {} until its turn",
                    errors.store(),
                    attempt.keys().lock(),
                    e);
        }
    }

    private void removeNow(QueuedAttempt attempt) {
        RedisRequestTracker tracker = new RedisRequestTracker();
        try {
            RedisScript.LEAVE.run(connections, tracker, RedisCall.leave(attempt, membership));
        } catch (JedisException e) {
            LOG.debug(
                    "{}: an attempt stays in the queue of {} until its turn",
                    errors.store(),
                    attempt.keys().lock(),
                    errors.sanitized(e, tracker));
        }
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(closing.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
