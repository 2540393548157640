// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.command.RedisScript;
import dev.interlock.redis.connection.JedisVersion;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.redis.start.RedisProbe;
import dev.interlock.redis.waiting.RedisSignals;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.StartTries;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A server that passed the checks of the start, and so counts. Immutable.
 *
 * @param runId identifies the run of a server, to detect two addresses of one server; null if the user may not ask
 * @param product name and version
 * @param signalled whether its releases are signalled
 */
record RedlockMember(@Nullable String runId, String product, boolean signalled, RedisSignals signals)
        implements AutoCloseable {

    private static final Duration LEASE = Duration.ofSeconds(10);

    /** The server answers, but is unfit: a replica, a node of a cluster, too old, without a right. */
    static final class Unfit extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient LockUnavailableException why;

        private Unfit(LockUnavailableException why) {
            super(why);
            this.why = why;
        }

        LockUnavailableException why() {
            return why;
        }
    }

    /**
     * Checks a server.
     *
     * @throws Unfit if it will not do as it is
     * @throws LockUnavailableException if it does not answer, or not yet
     */
    static RedlockMember probe(
            RedisConnections connections,
            RedisLockOptions options,
            RedisErrors errors,
            Duration restartGuard,
            LockClock clock) {
        requireAnswer(connections, errors);
        RedisSignals signals = new RedisSignals(connections, errors, clock, RedisKeys.ofClient(options.prefix()));
        RedisProbe probe = new RedisProbe(connections, options, errors);
        StartTries tries = new StartTries(clock, options.server().connectTimeout(), RedisErrors::isSlow);
        try {
            boolean signalled = tries.run(() -> JedisVersion.checked(() -> probe.run(signals)));
            tries.run(() -> checkScripts(connections, options, errors, restartGuard));
            return new RedlockMember(runId(connections), probe.product(), signalled, signals);
        } catch (LockUnavailableException e) {
            signals.close();
            throw isAnswer(e.getCause()) ? new Unfit(e) : e;
        } catch (RuntimeException e) {
            signals.close();
            throw e;
        }
    }

    /** A server that refuses a login will do so later, too; one that is loading its data will not. */
    private static void requireAnswer(RedisConnections connections, RedisErrors errors) {
        try {
            connections.ping();
        } catch (JedisException e) {
            LockUnavailableException why = errors.unavailable("locks cannot be kept", e, new RedisRequestTracker());
            throw isAnswer(e) ? new Unfit(why) : why;
        }
    }

    /** By text, so that the server knows them from here on. */
    private static boolean checkScripts(
            RedisConnections connections, RedisLockOptions options, RedisErrors errors, Duration restartGuard) {
        AttemptId id = AttemptId.random();
        // The keys are unique; they expire with the lease.
        RedisKeys keys = RedisKeys.reserved(options.prefix(), id.text());
        Attempt attempt = Attempt.of(new LockName("probe"), id, LEASE, 1, null);
        RedisRequestTracker tracker = new RedisRequestTracker();
        try {
            RedisScript.VOTE.load(connections, tracker, RedisCall.vote(keys, attempt, 1, LEASE, restartGuard));
            RedisScript.SETTLE.load(connections, tracker, RedisCall.settle(keys, id, 1, 1, LEASE));
            RedisScript.WITHDRAW.load(connections, tracker, RedisCall.withdraw(keys, id, 1));
            return true;
        } catch (JedisException e) {
            throw errors.unavailable("locks cannot be acquired", e, tracker);
        }
    }

    /** A finding of the checks themselves has no cause. */
    private static boolean isAnswer(@Nullable Throwable cause) {
        return cause == null
                || (cause instanceof JedisDataException data
                        && (RedisErrors.isReadOnly(data) || !RedisErrors.mayPass(data)));
    }

    private static @Nullable String runId(RedisConnections connections) {
        try {
            return connections.info().get(0).values().get("run_id");
        } catch (JedisException e) {
            return null;
        }
    }

    @Override
    public void close() {
        signals.close();
    }
}
