// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.start;

import dev.interlock.LockName;
import dev.interlock.redis.command.RedisScript;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.NotAcknowledgedException;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Tests at the start whether one script may have the keys of several locks. A cluster allows keys of one slot only,
 * with every client; some proxies do the same.
 */
public final class RedisBulkProbe {

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration TOKEN_TTL = LEASE.multipliedBy(2);
    private static final String FAILED = "locks cannot be kept";
    private static final Logger LOG = LoggerFactory.getLogger(RedisBulkProbe.class);

    private final RedisConnections connections;
    private final RedisLockOptions options;
    private final RedisErrors errors;

    public RedisBulkProbe(RedisConnections connections, RedisLockOptions options, RedisErrors errors) {
        this.connections = connections;
        this.options = options;
        this.errors = errors;
    }

    /**
     * Tries each script by its text, so that the server knows it from here on. Returns false if the server refuses one.
     */
    public boolean run() {
        AttemptId id = AttemptId.random();
        Attempt attempt = Attempt.of(new LockName("probe"), id, LEASE, 1, null);
        try {
            load(
                    RedisScript.ACQUIRE_ALL,
                    RedisCall.all(calls(id, keys -> RedisCall.acquire(keys, attempt, TOKEN_TTL))));
            load(
                    RedisScript.RENEW_EACH,
                    RedisCall.each(calls(id, keys -> RedisCall.renew(keys, id, LEASE, TOKEN_TTL))));
            load(RedisScript.RELEASE_EACH, RedisCall.each(calls(id, keys -> RedisCall.release(keys, id))));
            return true;
        } catch (JedisDataException | JedisClusterOperationException e) {
            LOG.debug("{}: no steps for many locks in one request", errors.store(), errors.sanitized(e));
            return false;
        }
    }

    /** For two locks that are never in one slot: they differ in the last byte that the slot is computed from. */
    private List<RedisCall> calls(AttemptId id, Function<RedisKeys, RedisCall> call) {
        return List.of(
                call.apply(RedisKeys.reserved(options.prefix(), id.text() + "a")),
                call.apply(RedisKeys.reserved(options.prefix(), id.text() + "b")));
    }

    private void load(RedisScript script, RedisCall call) {
        RedisRequestTracker tracker = new RedisRequestTracker();
        try {
            script.load(connections, tracker, call);
        } catch (NotAcknowledgedException e) {
            throw errors.notAcknowledged(FAILED, e);
        } catch (JedisDataException | JedisClusterOperationException e) {
            throw e;
        } catch (JedisException e) {
            throw errors.unavailable(FAILED, e, tracker);
        }
    }
}
