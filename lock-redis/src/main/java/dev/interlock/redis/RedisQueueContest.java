// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockClock;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A waiter for a lock in Redis, in the lock's queue from its first look on. A release keeps the lock for the first in
 * the queue and tells that one alone, which takes it by its next look; whoever comes late for that goes to the end of the
 * queue.
 */
final class RedisQueueContest implements Contest, RedisTurns.Waiter {

    /** Somewhat longer than a lock is kept for whose turn it is: then it is somebody else's. */
    static final Duration WATCH = Duration.ofMillis(2_200);

    private final RedisLockOperations operations;
    private final RedisSignals signals;
    private final RedisLeaves leaves;
    private final LockClock clock;
    private final Attempt attempt;
    private final String id;
    private final RedisKeys keys;
    private final Duration pollFallback;
    private final AtomicBoolean watching = new AtomicBoolean();
    private volatile CompletableFuture<Void> signal = new CompletableFuture<>();
    private volatile long watchedFromNanos;
    private volatile boolean closed;
    private boolean listens;
    private boolean mayBeQueued;

    RedisQueueContest(
            RedisLockOperations operations,
            RedisSignals signals,
            RedisLeaves leaves,
            LockClock clock,
            Attempt attempt,
            RedisKeys keys,
            Duration pollFallback) {
        this.operations = operations;
        this.signals = signals;
        this.leaves = leaves;
        this.clock = clock;
        this.attempt = attempt;
        id = attempt.id().text();
        this.keys = keys;
        this.pollFallback = pollFallback;
    }

    @Override
    public AcquireOutcome attempt() {
        // Before the look: what is told from now on must lead to another one.
        signal = new CompletableFuture<>();
        listens = listens || signals.joinOpen(id, this);
        AcquireOutcome outcome = operations.tryAcquire(keys, attempt, true);
        if (!(outcome instanceof AcquireOutcome.Refused)) {
            // What is not answered may have put it there, what is granted has taken it out.
            mayBeQueued = !(outcome instanceof AcquireOutcome.Granted);
        }
        if (!(outcome instanceof Contended contended)) {
            return outcome;
        }
        if (!listens) {
            signals.join(id, this);
            listens = true;
        }
        return signalled()
                ? new Contended(RedisContest.shorter(
                        contended.retryAfter(), RedisContest.longestRest(signals.isProven(), pollFallback)))
                : contended;
    }

    @Override
    public CompletionStage<?> signal() {
        return signal;
    }

    @Override
    public boolean signalled() {
        return listens && signals.isOpen();
    }

    @Override
    public void close() {
        closed = true;
        if (listens) {
            signals.turns().leave(id);
        }
        if (mayBeQueued) {
            leaves.leave(keys, id);
        }
    }

    @Override
    public void wake() {
        signal.complete(null);
    }

    @Override
    public void watch() {
        watchedFromNanos = clock.nanoTime();
        if (watching.compareAndSet(false, true)) {
            clock.schedule(WATCH.toNanos(), this::lookIfNotToldAnew);
        }
    }

    /** One timer at a time, since a busy lock is kept for somebody many times a second. */
    private void lookIfNotToldAnew() {
        long left = watchedFromNanos + WATCH.toNanos() - clock.nanoTime();
        if (closed) {
            return;
        }
        if (left > 0) {
            clock.schedule(left, this::lookIfNotToldAnew);
        } else {
            watching.set(false);
            wake();
        }
    }
}
