// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.command;

import dev.interlock.HeldLock;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisKeyNames;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.request.RedisQueueMembership;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.redis.request.RedisValue;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.OperatorSteps;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;

/** The steps for an operator: {@code SCAN} for the keys and one script for each, and one script that frees. Thread-safe. */
public final class RedisOperatorSteps implements OperatorSteps {

    private final RedisConnections connections;
    private final RedisErrors errors;
    private final RedisErrors listErrors;
    private final String prefix;
    private final @Nullable RedisQueueMembership membership;

    /**
     * The steps on some connections.
     *
     * @param listErrors name the rights that a list needs
     * @param membership null where locks have no queues
     */
    public RedisOperatorSteps(
            RedisConnections connections,
            RedisErrors errors,
            RedisErrors listErrors,
            String prefix,
            @Nullable RedisQueueMembership membership) {
        this.connections = connections;
        this.errors = errors;
        this.listErrors = listErrors;
        this.prefix = prefix;
        this.membership = membership;
    }

    @Override
    public List<HeldLock> list(String start, int atMost) {
        RedisKeyNames names = new RedisKeyNames(prefix);
        List<HeldLock> held = new ArrayList<>();
        RedisRequestTracker tracker = new RedisRequestTracker();
        // SCAN may return a key more than once.
        Set<LockName> seen = new LinkedHashSet<>();
        try {
            connections.scan(names.pattern(start), tracker, key -> {
                names.name(key).filter(seen::add).flatMap(this::look).ifPresent(held::add);
                return held.size() < atMost;
            });
        } catch (JedisException e) {
            RedisLockOperations.recover(connections, e);
            throw listErrors.unavailable("locks not listed", e, tracker);
        }
        return held;
    }

    /** Empty if the lock is not held any more, or the value is not one of ours. */
    private Optional<HeldLock> look(LockName name) {
        RedisCall call = RedisCall.lookForOperator(RedisKeys.of(prefix, name), membership);
        List<?> reply = (List<?>) RedisScript.OPERATOR_LOOK.run(connections, new RedisRequestTracker(), call);
        Holder holder = reply == null ? null : RedisValue.holder((byte[]) reply.get(0), (Long) reply.get(1));
        if (reply == null || holder == null) {
            return Optional.empty();
        }
        long waiters = (Long) reply.get(2);
        return Optional.of(new HeldLock(
                name,
                holder,
                Optional.of(Instant.EPOCH.plus(Duration.of(holder.fencingToken(), ChronoUnit.MICROS))),
                waiters < 0 ? OptionalInt.empty() : OptionalInt.of(Math.toIntExact(waiters))));
    }

    @Override
    public FreeOutcome free(LockName name, long token) {
        String failed = "'" + name + "' not freed";
        RedisKeys keys = RedisKeys.of(prefix, name);
        RedisRequestTracker tracker = new RedisRequestTracker();
        List<?> reply;
        try {
            reply = (List<?>) RedisLockOperations.requireReply(
                    RedisScript.OPERATOR_FREE.run(connections, tracker, RedisCall.free(keys, token, membership)));
        } catch (JedisException e) {
            RedisLockOperations.recover(connections, e);
            return errors.acquire(failed, e, tracker) instanceof AcquireOutcome.Refused refused
                    ? new FreeOutcome.Refused(refused.cause())
                    : new FreeOutcome.Unknown(errors.sanitized(e, tracker));
        }
        long status = (Long) reply.get(0);
        if (status == 1) {
            return new FreeOutcome.Freed();
        }
        if (status == -1) {
            return new FreeOutcome.Refused(errors.foreign(failed, keys.lock(), "not a lock of this version"));
        }
        if (!tracker.sentOnce()) {
            // The first request may have freed the lock.
            return new FreeOutcome.Unknown(new JedisException("the driver sent the request more than once"));
        }
        return status == 0
                ? new FreeOutcome.NotHeld()
                : new FreeOutcome.OtherToken(
                        Long.parseLong(new String((byte[]) reply.get(1), StandardCharsets.US_ASCII)));
    }
}
