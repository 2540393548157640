// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.redis.command.RestLimit;
import dev.interlock.redis.waiting.RedisChannels;
import dev.interlock.redis.waiting.RedisSignals;
import dev.interlock.redis.waiting.RedisWaiter;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A waiter for a lock over several servers. Once contended it joins the lock's channel on each of them, and each can
 * wake it. A release is published on all servers that it reaches, a majority, so a majority of channels misses none.
 */
final class RedlockContest implements Contest, RedisWaiter {

    private final RedlockAcquire acquire;
    private final List<RedlockNode> nodes;
    private final Attempt attempt;
    private final String channelName;
    private final Duration pollFallback;
    private final List<Joined> joined = new ArrayList<>();
    private volatile CompletableFuture<Void> signal = new CompletableFuture<>();

    private record Joined(RedlockNode node, RedisSignals signals, RedisChannels.Channel channel) {}

    RedlockContest(
            RedlockAcquire acquire,
            List<RedlockNode> nodes,
            Attempt attempt,
            String channelName,
            Duration pollFallback) {
        this.acquire = acquire;
        this.nodes = nodes;
        this.attempt = attempt;
        this.channelName = channelName;
        this.pollFallback = pollFallback;
    }

    @Override
    public AcquireOutcome attempt() {
        // Before the look: a message from now on must lead to another look.
        signal = new CompletableFuture<>();
        AcquireOutcome outcome = acquire.look(attempt);
        if (!(outcome instanceof Contended contended)) {
            return outcome;
        }
        nodes.forEach(this::join);
        joined.forEach(each -> each.channel.used());
        return signalled()
                ? new Contended(RestLimit.shorter(contended.retryAfter(), RestLimit.of(isProven(), pollFallback)))
                : contended;
    }

    private void join(RedlockNode node) {
        @Nullable RedlockMember member = node.member();
        if (member != null && joined.stream().noneMatch(each -> each.node == node)) {
            RedisSignals signals = member.signals();
            joined.add(new Joined(node, signals, signals.join(this, channelName)));
        }
    }

    @Override
    public CompletionStage<?> signal() {
        return signal;
    }

    @Override
    public boolean signalled() {
        return isMajority(each -> each.channel.confirmed());
    }

    private boolean isProven() {
        return isMajority(each -> each.channel.confirmed() && each.signals.isProven());
    }

    private boolean isMajority(Predicate<Joined> which) {
        return joined.stream().filter(which).count() > nodes.size() / 2;
    }

    @Override
    public void close() {
        joined.forEach(each -> each.signals.leave(this, each.channel));
        joined.clear();
    }

    @Override
    public void wake() {
        signal.complete(null);
    }
}
