// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.share;

import dev.interlock.redis.waiting.RedisChannels;
import dev.interlock.redis.waiting.RedisSignals;
import dev.interlock.redis.waiting.RedisWaiter;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.share.ShareRecords;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A waiter for a shared lock. It does not subscribe before its first look, since most locks are free. The confirmation of
 * the subscription counts as a signal.
 */
final class RedisShareWake implements ShareRecords.Wake, RedisWaiter {

    private final RedisSignals signals;
    private final String channelName;
    private final String id;
    private volatile CompletableFuture<Void> signal = new CompletableFuture<>();
    private volatile RedisChannels.@Nullable Channel channel;
    private boolean looked;

    RedisShareWake(RedisSignals signals, String channelName, AttemptId id) {
        this.signals = signals;
        this.channelName = channelName;
        this.id = id.text();
    }

    @Override
    public CompletionStage<?> next() {
        signal = new CompletableFuture<>();
        if (looked && channel == null) {
            channel = signals.join(this, channelName);
        }
        looked = true;
        return signal;
    }

    @Override
    public boolean isLive() {
        RedisChannels.Channel joined = channel;
        return joined != null && joined.confirmed();
    }

    @Override
    public void wake() {
        signal.complete(null);
    }

    /** The message names the attempts whose turn it is. */
    @Override
    public void heard(String message) {
        if (message.contains(id)) {
            wake();
        }
    }

    @Override
    public void close() {
        RedisChannels.Channel joined = channel;
        if (joined != null) {
            signals.leave(this, joined);
            channel = null;
        }
    }
}
