// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.command.RedisLockOperations;
import dev.interlock.redis.command.RedisScript;
import dev.interlock.redis.command.RedisTokens;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.redlock.RedlockVotes.Vote;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.ReleaseOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The steps on one server that a lock over several needs beyond {@link RedisLockOperations}: a script for each, whose
 * reply becomes an answer. Thread-safe.
 */
final class RedlockSteps {

    private final RedisConnections connections;
    private final RedisLockOptions options;
    private final RedisErrors errors;
    private final Duration restartGuard;

    RedlockSteps(RedisConnections connections, RedisLockOptions options, RedisErrors errors, Duration restartGuard) {
        this.connections = connections;
        this.options = options;
        this.errors = errors;
        this.restartGuard = restartGuard;
    }

    Vote vote(Attempt attempt, long tried) {
        RedisKeys keys = RedisKeys.of(options.prefix(), attempt.name());
        RedisCall call = RedisCall.vote(keys, attempt, tried, tokenTtl(attempt), restartGuard);
        RedisRequestTracker tracker = new RedisRequestTracker();
        try {
            List<?> reply = (List<?>) requireReply(RedisScript.VOTE.run(connections, tracker, call));
            return vote(keys, attempt, (Long) reply.get(0), (Long) reply.get(1), text(reply.get(2)));
        } catch (JedisException e) {
            RedisLockOperations.recover(connections, e);
            return errors.acquire(attempt.name(), e, tracker) instanceof AcquireOutcome.Refused refused
                    ? new Vote.Refused(refused.cause(), refused.retryable())
                    : new Vote.Silent(errors.sanitized(e, tracker));
        }
    }

    private Vote vote(RedisKeys keys, Attempt attempt, long status, long value, String holder) {
        if (status == 1) {
            return new Vote.Granted(value, holder.equals("again"));
        }
        if (status == 0) {
            return new Vote.Held(holder, value);
        }
        String failed = "'" + attempt.name() + "' not acquired";
        if (status == -3) {
            return new Vote.Refused(
                    new LockUnavailableException(
                            failed + ": " + errors.store() + " has started lately and grants locks in " + value
                                    + " s, when those that it may have forgotten are over: wait, or lower restartGuard",
                            null),
                    true);
        }
        if (status == -4) {
            return new Vote.Refused(errors.clockFarAhead(failed), true);
        }
        return new Vote.Refused(
                status == -1
                        ? errors.foreign(failed, keys.lock(), "not a lock of ours")
                        : errors.foreign(failed, keys.token(), "not a fencing token below 2^53"),
                false);
    }

    /** Whether its counter is the token now, and the hold still there. */
    boolean settle(Attempt attempt, long token, long greatest) {
        RedisKeys keys = RedisKeys.of(options.prefix(), attempt.name());
        RedisCall call = RedisCall.settle(keys, attempt.id(), token, greatest, tokenTtl(attempt));
        try {
            return Objects.equals(RedisScript.SETTLE.run(connections, new RedisRequestTracker(), call), 1L);
        } catch (JedisException e) {
            RedisLockOperations.recover(connections, e);
            return false;
        }
    }

    ReleaseOutcome withdraw(Attempt attempt, long tried) {
        return withdraw(attempt.id(), attempt.name(), tried);
    }

    ReleaseOutcome withdraw(AttemptId id, LockName name, long tried) {
        RedisCall call = RedisCall.withdraw(RedisKeys.of(options.prefix(), name), id, tried);
        RedisRequestTracker tracker = new RedisRequestTracker();
        try {
            return Objects.equals(RedisScript.WITHDRAW.run(connections, tracker, call), 1L)
                    ? new ReleaseOutcome.Released()
                    : new ReleaseOutcome.NotOwner();
        } catch (JedisException e) {
            RedisLockOperations.recover(connections, e);
            return new ReleaseOutcome.Unknown(errors.sanitized(e, tracker));
        }
    }

    /** Whether a step ended before anything was sent, for want of a thread. */
    static boolean isNotBegun(Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        return cause instanceof RejectedExecutionException;
    }

    private Duration tokenTtl(Attempt attempt) {
        return RedisTokens.timeToLive(options.tokenTtl(), attempt.lease());
    }

    private static String text(@Nullable Object bytes) {
        return bytes == null ? "" : new String((byte[]) bytes, StandardCharsets.US_ASCII);
    }

    private static Object requireReply(@Nullable Object reply) {
        if (reply == null) {
            throw new JedisException("the script answered nothing");
        }
        return reply;
    }
}
