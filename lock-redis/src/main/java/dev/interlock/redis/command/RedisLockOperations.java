// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.command;

import dev.interlock.Holder;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.NotAcknowledgedException;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.request.RedisQueueMembership;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.redis.request.RedisValue;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.RenewOutcome.Renewed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** The steps of a lock in Redis: one script for each, whose reply becomes an outcome. Thread-safe. */
public final class RedisLockOperations {

    private final RedisConnections connections;
    private final RedisLockOptions options;
    private final RedisErrors errors;
    private final LockClock clock;
    private final @Nullable RedisQueueMembership membership;
    private final @Nullable RecallListener recalls;

    /** Where locks have no queues. */
    public RedisLockOperations(
            RedisConnections connections, RedisLockOptions options, RedisErrors errors, LockClock clock) {
        this(connections, options, errors, clock, null, null);
    }

    /** Where locks have queues; this client is a member of them. */
    public RedisLockOperations(
            RedisConnections connections,
            RedisLockOptions options,
            RedisErrors errors,
            LockClock clock,
            @Nullable RedisQueueMembership membership,
            @Nullable RecallListener recalls) {
        this.connections = connections;
        this.options = options;
        this.errors = errors;
        this.clock = clock;
        this.membership = membership;
        this.recalls = recalls;
    }

    public AcquireOutcome tryAcquire(Attempt attempt) {
        return tryAcquire(RedisKeys.of(options.prefix(), attempt.name()), attempt, false);
    }

    /** With the keys of the attempt's lock. An attempt that waits enters the lock's queue, where locks have queues. */
    public AcquireOutcome tryAcquire(RedisKeys keys, Attempt attempt, boolean waits) {
        RedisCall call = acquire(keys, attempt, waits);
        if (recalls != null && attempt.recallable() && !recalls.listens()) {
            recalls.unheard(attempt.id());
        }
        RedisRequestTracker tracker = new RedisRequestTracker();
        // Before a connection is taken: the lease may begin at any time from here on, never earlier.
        long sentNanos = clock.nanoTime();
        try {
            List<?> reply = (List<?>) run(RedisScript.ACQUIRE, tracker, call, () -> plainAcquire(keys, attempt));
            return outcome(keys, attempt, sentNanos, (Long) reply.get(0), (Long) reply.get(1));
        } catch (NotAcknowledgedException e) {
            return givenBack(attempt, e);
        } catch (JedisException e) {
            recover(e);
            return errors.acquire(attempt.name(), e, tracker);
        }
    }

    RedisCall acquire(RedisKeys keys, Attempt attempt, boolean waits) {
        return membership == null
                ? plainAcquire(keys, attempt)
                : RedisCall.acquire(keys, attempt, tokenTtl(attempt.lease()), membership, waits);
    }

    private RedisCall plainAcquire(RedisKeys keys, Attempt attempt) {
        if (recalls != null && attempt.recallable()) {
            recalls.unheard(attempt.id());
        }
        return RedisCall.acquire(keys, attempt, tokenTtl(attempt.lease()));
    }

    /**
     * While a slot moves, a queue that does not exist prevents a step: then the step runs without it. That grants
     * nothing past a queue, since a free lock needs a key that does not exist, too.
     */
    private Object run(RedisScript script, RedisRequestTracker tracker, RedisCall call, Supplier<RedisCall> plain) {
        try {
            return requireReply(script.run(connections, tracker, call));
        } catch (JedisDataException e) {
            if (membership == null || !RedisErrors.isMovingSlot(e)) {
                throw e;
            }
            tracker.notExecuted();
            return requireReply(script.run(connections, tracker, plain.get()));
        }
    }

    RedisCall release(RedisKeys keys, AttemptId id) {
        return membership == null ? RedisCall.release(keys, id) : RedisCall.release(keys, id, membership);
    }

    /** Releases a grant that too few replicas have: it could be lost with the primary at any time. */
    private AcquireOutcome givenBack(Attempt attempt, NotAcknowledgedException why) {
        return release(attempt) instanceof ReleaseOutcome.Released
                ? new Refused(errors.notAcknowledged("'" + attempt.name() + "' not acquired", why), true)
                : new AcquireOutcome.Unknown(why);
    }

    AcquireOutcome outcome(RedisKeys keys, Attempt attempt, long sentNanos, long status, long value) {
        if (status == 1) {
            return new Granted(Grant.of(attempt, value, sentNanos, attempt.lease()));
        }
        if (status == 0) {
            // Without an expiry the time is unknown. A millisecond more, since Redis rounds down.
            return new Contended(
                    value < 0 ? RestLimit.of(false, options.pollFallback()) : Duration.ofMillis(value + 1));
        }
        if (status == 2) {
            return new Contended(RestLimit.shorter(Duration.ofMillis(value + 1), RestLimit.UNPROVEN));
        }
        String failed = "'" + attempt.name() + "' not acquired";
        if (status == -3) {
            return new Refused(errors.clockFarAhead(failed), true);
        }
        return new Refused(
                status == -1
                        ? errors.foreign(failed, keys.lock(), "not a lock of ours")
                        : errors.foreign(failed, keys.token(), "not a fencing token below 2^53"),
                false);
    }

    public RenewOutcome renew(Grant grant, Duration lease) {
        Attempt attempt = grant.attempt();
        RedisKeys keys = RedisKeys.of(options.prefix(), attempt.name());
        RedisCall call = RedisCall.renew(keys, attempt.id(), lease, tokenTtl(lease));
        RedisRequestTracker tracker = new RedisRequestTracker();
        long sentNanos = clock.nanoTime();
        try {
            long status = (Long) requireReply(RedisScript.RENEW.run(connections, tracker, call));
            return renewed(attempt.name(), status, sentNanos, lease);
        } catch (JedisException e) {
            recover(e);
            return new RenewOutcome.Unknown(errors.sanitized(e, tracker));
        }
    }

    RenewOutcome renewed(LockName name, long status, long sentNanos, Duration lease) {
        if (status == -2) {
            String key = RedisKeys.of(options.prefix(), name).lock();
            return new RenewOutcome.Unknown(errors.foreign("'" + name + "' not renewed", key, "not a lock of ours"));
        }
        return status == 1 ? new Renewed(sentNanos, lease) : new RenewOutcome.NotOwner(notOwner(status));
    }

    private String notOwner(long status) {
        return errors.store() + (status == 0 ? " no longer has the lock" : " keeps the lock for another owner");
    }

    public ReleaseOutcome release(Attempt attempt) {
        RedisKeys keys = RedisKeys.of(options.prefix(), attempt.name());
        RedisCall call = release(keys, attempt.id());
        RedisRequestTracker tracker = new RedisRequestTracker();
        try {
            Object reply = run(RedisScript.RELEASE, tracker, call, () -> RedisCall.release(keys, attempt.id()));
            return released((Long) reply, tracker);
        } catch (JedisException e) {
            recover(e);
            return new ReleaseOutcome.Unknown(errors.sanitized(e, tracker));
        }
    }

    static ReleaseOutcome released(long status, RedisRequestTracker tracker) {
        if (status != 0) {
            return new ReleaseOutcome.Released();
        }
        // A driver that sent it again got the second answer: the first request may have freed the lock.
        return tracker.sentOnce()
                ? new ReleaseOutcome.NotOwner()
                : new ReleaseOutcome.Unknown(new JedisException("the driver sent the release more than once"));
    }

    public Optional<Holder> inspect(LockName name) {
        RedisKeys keys = RedisKeys.of(options.prefix(), name);
        String failed = "'" + name + "' not inspected";
        RedisRequestTracker tracker = new RedisRequestTracker();
        List<?> reply;
        try {
            reply = (List<?>) RedisScript.INSPECT.run(connections, tracker, RedisCall.inspect(keys));
        } catch (JedisException e) {
            recover(e);
            throw errors.unavailable(failed, e, tracker);
        }
        if (reply == null) {
            return Optional.empty();
        }
        Holder holder = RedisValue.holder((byte[]) reply.get(0), (Long) reply.get(1));
        if (holder == null) {
            throw errors.foreign(failed, keys.lock(), "not a lock of ours");
        }
        return Optional.of(holder);
    }

    Duration tokenTtl(Duration lease) {
        return RedisTokens.timeToLive(options.tokenTtl(), lease);
    }

    public static Object requireReply(@Nullable Object reply) {
        if (reply == null) {
            throw new JedisException("the script answered nothing");
        }
        return reply;
    }

    private void recover(JedisException thrown) {
        recover(connections, thrown);
    }

    /** Does what the driver leaves undone when it throws. */
    public static void recover(RedisConnections connections, JedisException thrown) {
        if (RedisErrors.isReadOnly(thrown)) {
            // After a failover the address may lead to the new primary, but open connections lead to the old one.
            connections.refresh();
        }
        if (RedisErrors.causedBy(thrown, InterruptedException.class)) {
            Thread.currentThread().interrupt();
        }
    }
}
