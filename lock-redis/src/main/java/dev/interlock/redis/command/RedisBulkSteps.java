// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.command;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.NotAcknowledgedException;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireAllOutcome.Contended;
import dev.interlock.spi.AcquireAllOutcome.Granted;
import dev.interlock.spi.AcquireAllOutcome.Refused;
import dev.interlock.spi.AcquireAllOutcome.Unknown;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The steps for many locks in Redis: one script for all of them, in one round trip. It needs a server that has all
 * slots. Thread-safe.
 */
public final class RedisBulkSteps implements BulkSteps {

    private final RedisConnections connections;
    private final RedisLockOptions options;
    private final RedisErrors errors;
    private final LockClock clock;
    private final RedisLockOperations single;

    public RedisBulkSteps(
            RedisConnections connections,
            RedisLockOptions options,
            RedisErrors errors,
            LockClock clock,
            RedisLockOperations single) {
        this.connections = connections;
        this.options = options;
        this.errors = errors;
        this.clock = clock;
        this.single = single;
    }

    @Override
    public boolean canAcquireAll(List<LockName> names) {
        return true;
    }

    @Override
    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
        List<RedisCall> calls = new ArrayList<>(attempts.size());
        attempts.forEach(attempt -> calls.add(single.acquire(keys(attempt), attempt, false)));
        RedisRequestTracker tracker = new RedisRequestTracker();
        // Before a connection is taken: the leases may begin at any time from here on, never earlier.
        long sentNanos = clock.nanoTime();
        try {
            List<?> reply = run(RedisScript.ACQUIRE_ALL, RedisCall.all(calls), tracker);
            return outcome(attempts, sentNanos, (Long) reply.get(0), reply);
        } catch (NotAcknowledgedException e) {
            return givenBack(attempts, e);
        } catch (JedisException e) {
            RedisLockOperations.recover(connections, e);
            return all(attempts.get(0).name(), errors.acquire(failed(attempts), e, tracker));
        }
    }

    private AcquireAllOutcome outcome(List<Attempt> attempts, long sentNanos, long status, List<?> reply) {
        if (status == 1) {
            List<Grant> grants = new ArrayList<>(attempts.size());
            for (int i = 0; i < attempts.size(); i++) {
                Attempt attempt = attempts.get(i);
                grants.add(Grant.of(attempt, (Long) reply.get(i + 1), sentNanos, attempt.lease()));
            }
            return new Granted(grants);
        }
        Attempt busy = attempts.get(Math.toIntExact((Long) reply.get(1)) - 1);
        long value = reply.size() > 2 ? (Long) reply.get(2) : 0;
        return all(busy.name(), single.outcome(keys(busy), busy, sentNanos, status, value));
    }

    /** Turns an outcome that is no grant into one for all locks. */
    private static AcquireAllOutcome all(LockName name, AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Contended contended) {
            return new Contended(name, contended.retryAfter());
        }
        if (outcome instanceof AcquireOutcome.Refused refused) {
            return new Refused(refused.cause(), refused.retryable());
        }
        return outcome instanceof AcquireOutcome.Unknown unknown
                ? new Unknown(unknown.cause())
                : new Unknown(new JedisException("the script reported one lock only"));
    }

    /** Releases a grant that too few replicas have: it could be lost with the primary at any time. */
    private AcquireAllOutcome givenBack(List<Attempt> attempts, NotAcknowledgedException why) {
        return releaseAll(attempts).stream().allMatch(ReleaseOutcome.Released.class::isInstance)
                ? new Refused(errors.notAcknowledged(failed(attempts), why), true)
                : new Unknown(why);
    }

    private static String failed(List<Attempt> attempts) {
        String first = "'" + attempts.get(0).name() + "'";
        return first + (attempts.size() == 1 ? "" : " and " + (attempts.size() - 1) + " more") + " not acquired";
    }

    @Override
    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        List<RedisCall> calls = new ArrayList<>(grants.size());
        grants.forEach(grant ->
                calls.add(RedisCall.renew(keys(grant.attempt()), grant.attempt().id(), lease, single.tokenTtl(lease))));
        RedisRequestTracker tracker = new RedisRequestTracker();
        long sentNanos = clock.nanoTime();
        try {
            List<?> replies = run(RedisScript.RENEW_EACH, RedisCall.each(calls), tracker);
            return IntStream.range(0, grants.size())
                    .mapToObj(i -> renewed(grants.get(i).attempt().name(), replies.get(i), sentNanos, lease, tracker))
                    .toList();
        } catch (JedisException e) {
            RedisLockOperations.recover(connections, e);
            return Collections.nCopies(grants.size(), new RenewOutcome.Unknown(errors.sanitized(e, tracker)));
        }
    }

    private RenewOutcome renewed(
            LockName name, Object reply, long sentNanos, Duration lease, RedisRequestTracker tracker) {
        return reply instanceof JedisException e
                ? new RenewOutcome.Unknown(errors.sanitized(e, tracker))
                : single.renewed(name, (Long) reply, sentNanos, lease);
    }

    @Override
    public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        List<RedisCall> calls = new ArrayList<>(attempts.size());
        attempts.forEach(attempt -> calls.add(single.release(keys(attempt), attempt.id())));
        RedisRequestTracker tracker = new RedisRequestTracker();
        try {
            return run(RedisScript.RELEASE_EACH, RedisCall.each(calls), tracker).stream()
                    .map(reply -> released(reply, tracker))
                    .toList();
        } catch (JedisException e) {
            RedisLockOperations.recover(connections, e);
            return Collections.nCopies(attempts.size(), new ReleaseOutcome.Unknown(errors.sanitized(e, tracker)));
        }
    }

    private ReleaseOutcome released(Object reply, RedisRequestTracker tracker) {
        return reply instanceof JedisException e
                ? new ReleaseOutcome.Unknown(errors.sanitized(e, tracker))
                : RedisLockOperations.released((Long) reply, tracker);
    }

    private List<?> run(RedisScript script, RedisCall call, RedisRequestTracker tracker) {
        return (List<?>) RedisLockOperations.requireReply(script.run(connections, tracker, call));
    }

    private RedisKeys keys(Attempt attempt) {
        return RedisKeys.of(options.prefix(), attempt.name());
    }
}
