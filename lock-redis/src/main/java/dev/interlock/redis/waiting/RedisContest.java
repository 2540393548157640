// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.waiting;

import dev.interlock.redis.command.RedisLockOperations;
import dev.interlock.redis.command.RestLimit;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A waiter for a lock in Redis where locks have no queues. Its first attempt does not subscribe, since most locks are
 * free. Once contended it joins the channel. The confirmation of the subscription counts as a signal, so that the look
 * which follows it misses no release. Where another waiter for the lock has subscribed already, it joins before it
 * looks, and one look is enough.
 */
public final class RedisContest implements Contest, RedisWaiter {

    private final RedisLockOperations operations;
    private final RedisSignals signals;
    private final Attempt attempt;
    private final RedisKeys keys;
    private final Duration pollFallback;
    private volatile CompletableFuture<Void> signal = new CompletableFuture<>();
    private RedisChannels.@Nullable Channel channel;

    public RedisContest(
            RedisLockOperations operations,
            RedisSignals signals,
            Attempt attempt,
            RedisKeys keys,
            Duration pollFallback) {
        this.operations = operations;
        this.signals = signals;
        this.attempt = attempt;
        this.keys = keys;
        this.pollFallback = pollFallback;
    }

    @Override
    public AcquireOutcome attempt() {
        // Before the look: a message from now on must lead to another look.
        signal = new CompletableFuture<>();
        if (channel == null) {
            channel = signals.joinConfirmed(this, keys);
        }
        AcquireOutcome outcome = operations.tryAcquire(keys, attempt, true);
        if (!(outcome instanceof Contended contended)) {
            return outcome;
        }
        if (channel == null) {
            channel = signals.join(this, keys.channel());
        }
        channel.used();
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
        return channel != null && channel.confirmed();
    }

    @Override
    public void close() {
        if (channel != null) {
            signals.leave(this, channel);
            channel = null;
        }
    }

    @Override
    public void wake() {
        signal.complete(null);
    }
}
