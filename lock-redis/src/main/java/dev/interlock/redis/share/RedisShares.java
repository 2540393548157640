// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.share;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.redis.command.RedisLockOperations;
import dev.interlock.redis.command.RedisScript;
import dev.interlock.redis.command.RedisTokens;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.redis.waiting.RedisSignals;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.share.OvertakenException;
import dev.interlock.spi.toolbox.share.ShareRecords;
import dev.interlock.spi.toolbox.share.ShareSnapshot;
import dev.interlock.spi.toolbox.share.ShareUpdate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The records of shared locks in Redis: one key for each lock, read by one script and replaced by another. Leases end by
 * the clock of the server, as those of exclusive locks. Thread-safe.
 */
public final class RedisShares implements ShareRecords {

    private final RedisConnections connections;
    private final RedisLockOptions options;
    private final RedisErrors errors;
    private final LockClock clock;
    private final RedisSignals signals;

    public RedisShares(
            RedisConnections connections,
            RedisLockOptions options,
            RedisErrors errors,
            LockClock clock,
            RedisSignals signals) {
        this.connections = connections;
        this.options = options;
        this.errors = errors;
        this.clock = clock;
        this.signals = signals;
    }

    @Override
    public <T> T change(LockName name, Function<ShareSnapshot, ShareUpdate<T>> change) {
        RedisKeys keys = RedisKeys.ofShares(options.prefix(), name);
        long beginNanos = clock.nanoTime();
        ShareSnapshot snapshot = look(keys);
        for (int round = 1; ; round++) {
            ShareUpdate<T> update = change.apply(snapshot);
            String text = update.text();
            ShareSnapshot newer = text == null ? null : replace(keys, snapshot, update, text);
            if (newer == null) {
                return update.result();
            }
            boolean late =
                    clock.nanoTime() - beginNanos >= options.server().timeout().toNanos();
            if (late || round == ROUNDS) {
                throw new OvertakenException(round);
            }
            snapshot = newer;
        }
    }

    private ShareSnapshot look(RedisKeys keys) {
        long sentNanos = clock.nanoTime();
        return snapshot(
                run(RedisScript.LOOK_AT_SHARES, new RedisRequestTracker(), RedisCall.lookAtShares(keys), false),
                sentNanos);
    }

    /** Null if the record was replaced; else the record of the client that was faster. */
    private @Nullable ShareSnapshot replace(
            RedisKeys keys, ShareSnapshot snapshot, ShareUpdate<?> update, String text) {
        RedisRequestTracker tracker = new RedisRequestTracker();
        RedisCall call = RedisCall.replaceShares(
                keys,
                snapshot.text(),
                text,
                timeToLive(snapshot, update),
                update.beforeMillis(),
                update.wake().stream().map(AttemptId::text).collect(Collectors.joining(" ")));
        long sentNanos = clock.nanoTime();
        List<?> newer = run(RedisScript.REPLACE_SHARES, tracker, call, true);
        if ((Long) newer.get(0) == 1) {
            return null;
        }
        if (!tracker.sentOnce()) {
            throw new RedisShareFailure(new JedisException("the driver sent the change more than once"), tracker, true);
        }
        return snapshot(newer.subList(1, newer.size()), sentNanos);
    }

    private static ShareSnapshot snapshot(List<?> reply, long sentNanos) {
        long micros = (Long) reply.get(0);
        byte[] record = (byte[]) reply.get(1);
        return new ShareSnapshot(
                record == null ? null : new String(record, StandardCharsets.US_ASCII),
                micros / 1_000,
                micros,
                sentNanos);
    }

    private List<?> run(RedisScript script, RedisRequestTracker tracker, RedisCall call, boolean writes) {
        try {
            return (List<?>) RedisLockOperations.requireReply(script.run(connections, tracker, call));
        } catch (JedisException e) {
            RedisLockOperations.recover(connections, e);
            throw new RedisShareFailure(e, tracker, writes);
        }
    }

    /** Until all of it has ended; and, since the next token must be greater, until the clock is beyond the last one. */
    private Duration timeToLive(ShareSnapshot snapshot, ShareUpdate<?> update) {
        // No difference before the comparison: of a lock that is free, the end is the least number.
        Duration lasts = update.endMillis() <= snapshot.nowMillis()
                ? Duration.ZERO
                : Duration.ofMillis(update.endMillis() - snapshot.nowMillis());
        Duration ahead = Duration.ofMillis(Math.max(0, (update.lastToken() - snapshot.leastToken()) / 1_000 + 1));
        return RedisTokens.timeToLive(options.tokenTtl(), lasts).plus(ahead);
    }

    @Override
    public AcquireOutcome notAcquired(LockName name, Exception thrown) {
        if (!(thrown instanceof RedisShareFailure failure)) {
            return new AcquireOutcome.Unknown(thrown);
        }
        AcquireOutcome outcome = errors.acquire(name, failure.thrown(), failure.tracker());
        return failure.mayHaveWritten() || outcome instanceof AcquireOutcome.Refused
                ? outcome
                : new AcquireOutcome.Refused(
                        errors.unavailable("'" + name + "' not acquired", failure.thrown(), failure.tracker()), true);
    }

    @Override
    public Exception sanitized(Exception thrown) {
        return thrown instanceof RedisShareFailure failure
                ? errors.sanitized(failure.thrown(), failure.tracker())
                : thrown;
    }

    @Override
    public Wake wake(LockName name, AttemptId id) {
        return new RedisShareWake(
                signals, RedisKeys.ofShares(options.prefix(), name).channel(), id);
    }
}
