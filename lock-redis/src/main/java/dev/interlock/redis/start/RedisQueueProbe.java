// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.start;

import dev.interlock.LockName;
import dev.interlock.redis.command.RedisLockOperations;
import dev.interlock.redis.command.RedisScript;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.NotAcknowledgedException;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.request.QueuedAttempt;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.request.RedisQueueMembership;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Tests at the start whether locks can have queues: an older ACL user may lack the rights for them, and a proxy may not
 * pass their commands on. Without queues waiters have no order, and each release wakes all of them.
 */
public final class RedisQueueProbe {

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration TOKEN_TTL = LEASE.multipliedBy(2);

    private final RedisConnections connections;
    private final RedisErrors errors;

    public RedisQueueProbe(RedisConnections connections, RedisErrors errors) {
        this.connections = connections;
        this.errors = errors;
    }

    /**
     * Lets an attempt wait for another and acquire its lock, by the texts of the scripts, which the server then knows.
     */
    public boolean run(RedisLockOptions options) {
        // With a membership of its own: a client that received the waiter's wake-up would remove it long after the
        // start is over.
        boolean counts = !connections.followsSlots();
        RedisQueueMembership membership = RedisQueueMembership.create(options.prefix(), counts, options.pollFallback());
        AttemptId id = AttemptId.random();
        RedisKeys keys = RedisKeys.reserved(options.prefix(), id.text());
        LockName name = new LockName("probe");
        Attempt holder = Attempt.of(name, id, LEASE, 1, null);
        Attempt waiter = Attempt.of(name, AttemptId.random(), LEASE, 1, null);
        Attempt rival = Attempt.of(name, AttemptId.random(), LEASE, 1, null);
        RedisCall wait = RedisCall.acquire(keys, waiter, TOKEN_TTL, membership, true);
        try {
            load(RedisScript.ACQUIRE, RedisCall.acquire(keys, holder, TOKEN_TTL, membership, false));
            load(RedisScript.ACQUIRE, wait);
            boolean waits = !counts || isInQueue(membership, keys, waiter);
            load(RedisScript.RELEASE, RedisCall.release(keys, holder.id(), membership));
            // Where listeners are counted, the waiter has none: this attempt passes it over, or fails if the right to
            // count is missing.
            load(RedisScript.ACQUIRE, RedisCall.acquire(keys, rival, TOKEN_TTL, membership, false));
            load(RedisScript.RELEASE, RedisCall.release(keys, rival.id(), membership));
            boolean granted = load(RedisScript.ACQUIRE, wait) instanceof List<?> reply && reply.contains(1L);
            load(RedisScript.LEAVE, RedisCall.leave(new QueuedAttempt(keys, waiter), membership));
            load(RedisScript.RELEASE, RedisCall.release(keys, waiter.id(), membership));
            if (!waits) {
                warn("a waiter is not found in its queue");
            }
            return granted && waits;
        } catch (JedisDataException e) {
            warn(errors.sanitized(e).getMessage());
            return false;
        }
    }

    private boolean isInQueue(RedisQueueMembership membership, RedisKeys keys, Attempt waiter) {
        List<QueuedAttempt> queued = List.of(new QueuedAttempt(keys, waiter));
        Object reply = load(RedisScript.BEAT, RedisCall.beat(membership.own(), 1, queued));
        return reply instanceof List<?> look && look.isEmpty();
    }

    private void warn(@Nullable String reason) {
        errors.warn("waiters of different clients have no order, and are all woken by a release, since this user may"
                + " not keep queues (" + reason + "); grant: " + errors.rights());
    }

    private Object load(RedisScript script, RedisCall call) {
        RedisRequestTracker tracker = new RedisRequestTracker();
        try {
            return RedisLockOperations.requireReply(script.load(connections, tracker, call));
        } catch (NotAcknowledgedException e) {
            throw errors.notAcknowledged("locks cannot be kept", e);
        } catch (JedisDataException e) {
            throw e;
        } catch (JedisException e) {
            throw errors.unavailable("locks cannot be kept", e, tracker);
        }
    }
}
