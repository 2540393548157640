// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.waiting;

import dev.interlock.redis.command.RedisLockOperations;
import dev.interlock.redis.command.RestLimit;
import dev.interlock.redis.request.QueuedAttempt;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A waiter for a lock in Redis, in the lock's server queue from its first look on. A release reserves the lock for the
 * first waiter in the queue and wakes it alone. That waiter acquires the lock by its next look; if it comes too late,
 * it goes to the end of the queue. {@link RedisHeartbeat} checks for resting waiters.
 */
public final class RedisQueueContest implements Contest, RedisQueuedWaiters.Waiter {

    private final RedisLockOperations operations;
    private final RedisSignals signals;
    private final RedisQueueRemovals removals;
    private final Attempt attempt;
    private final QueuedAttempt queued;
    private final Duration pollFallback;
    private volatile CompletableFuture<Void> signal = new CompletableFuture<>();
    private boolean listens;
    private boolean mayBeQueued;

    public RedisQueueContest(
            RedisLockOperations operations,
            RedisSignals signals,
            RedisQueueRemovals removals,
            Attempt attempt,
            RedisKeys keys,
            Duration pollFallback) {
        this.operations = operations;
        this.signals = signals;
        this.removals = removals;
        this.attempt = attempt;
        queued = new QueuedAttempt(keys, attempt);
        this.pollFallback = pollFallback;
    }

    @Override
    public AcquireOutcome attempt() {
        // Before the look: a message from now on must lead to another look.
        signal = new CompletableFuture<>();
        listens = listens || signals.joinOpen(this);
        AcquireOutcome outcome = operations.tryAcquire(queued.keys(), attempt, true);
        if (!(outcome instanceof AcquireOutcome.Refused)) {
            // An unanswered attempt may have entered the queue; a granted one has left it.
            mayBeQueued = !(outcome instanceof AcquireOutcome.Granted);
        }
        if (!(outcome instanceof Contended contended)) {
            return outcome;
        }
        if (!listens) {
            signals.join(this);
            listens = true;
        }
        return signalled()
                ? new Contended(
                        RestLimit.shorter(contended.retryAfter(), RestLimit.of(signals.isProven(), pollFallback)))
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
        if (listens) {
            signals.queued().leave(this);
        }
        if (mayBeQueued) {
            removals.remove(queued);
        }
    }

    @Override
    public void wake() {
        signal.complete(null);
    }

    @Override
    public QueuedAttempt queued() {
        return queued;
    }
}
