// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.redis.RedisScript.Call;
import dev.interlock.redis.RedisScript.Sending;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.RenewOutcome.Renewed;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Locks in Redis or Valkey, 6.2 or newer: one key with an expiry per held lock, one script per step. Exclusion holds while one
 * server keeps its data; a fail-over to a replica can lose a grant, and only fencing tokens then tell holders apart.
 * Thread-safe.
 */
public final class RedisLockBackend implements LockBackend {

    private static final Duration MIN_LEASE = Duration.ofMillis(10);
    private static final Duration MAX_LEASE = Duration.ofDays(365);
    private static final int MAX_TOKENS = 64;

    private final RedisConnections connections;
    private final RedisLockOptions options;
    private final RedisErrors errors;
    private volatile @Nullable Started started;

    /** What there is after the start. */
    private record Started(LockClock clock, RedisSignals signals, Capabilities capabilities) {}

    private RedisLockBackend(RedisConnections connections, RedisLockOptions options) {
        this.connections = connections;
        this.options = options;
        this.errors = new RedisErrors(store(), options);
    }

    /**
     * A backend with connections of its own, which it closes.
     *
     * @param options where to connect to, and how
     * @return a backend that was not started; nothing is connected yet
     */
    public static RedisLockBackend connecting(RedisLockOptions options) {
        int silenceMillis = Math.toIntExact(RedisSignals.SILENCE.toMillis());
        return new RedisLockBackend(RedisConnections.own(options, silenceMillis), options);
    }

    /**
     * A backend that shares the application's client, which it never closes. While anybody waits, one connection is taken for
     * the signals. The client's own re-sending, as a cluster's client does, is harmless.
     *
     * @param client the client; its socket time-out bounds every step
     * @param options prefix, token and waiting options; of the server only host, port and database, for messages
     * @return a backend that was not started
     */
    public static RedisLockBackend using(UnifiedJedis client, RedisLockOptions options) {
        return new RedisLockBackend(new RedisConnections.Borrowed(client), options);
    }

    @Override
    public String store() {
        return "redis at " + options.server();
    }

    @Override
    public void start(BackendContext context) {
        String base = RedisKeys.reserved(options.prefix(), "signals").channel();
        RedisSignals signals = new RedisSignals(connections, errors, context.clock(), base);
        started = new Started(context.clock(), signals, capabilities(false));
        boolean signalled = new RedisProbe(connections.client(), options, errors).run(signals);
        started = new Started(context.clock(), signals, capabilities(signalled));
    }

    private static Capabilities capabilities(boolean signalled) {
        Set<Capability> declared = EnumSet.of(Capability.TOKENS_SURVIVE_DATA_LOSS);
        if (signalled) {
            declared.add(Capability.NOTIFIES_WAITERS);
        }
        Waiting waiting = signalled ? Waiting.SIGNAL : Waiting.POLL;
        return new Capabilities("redis", declared, waiting, MIN_LEASE, MAX_LEASE, MAX_TOKENS);
    }

    @Override
    public Capabilities capabilities() {
        return started().capabilities;
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        RedisKeys keys = RedisKeys.of(options.prefix(), attempt.name());
        Call call = RedisScript.acquire(keys, attempt, tokenTtl(attempt.lease()));
        Sending sending = new Sending();
        // Before a connection is taken: the lease may begin at any time from here on, never earlier.
        long sentNanos = started().clock.nanoTime();
        try {
            List<?> reply = (List<?>) requireReply(RedisScript.ACQUIRE.run(connections.client(), sending, call));
            return outcome(keys, attempt, sentNanos, (Long) reply.get(0), (Long) reply.get(1));
        } catch (JedisException e) {
            recover(e);
            return errors.acquire(attempt.name(), e, sending);
        }
    }

    private AcquireOutcome outcome(RedisKeys keys, Attempt attempt, long sentNanos, long status, long value) {
        if (status == 1) {
            return new Granted(new Grant(attempt, value, sentNanos, attempt.lease()));
        }
        if (status == 0) {
            // Without an expiry nobody can say how long; a millisecond more, since Redis rounds down.
            return new Contended(value < 0 ? options.pollFallback() : Duration.ofMillis(value + 1));
        }
        String failed = "'" + attempt.name() + "' not acquired";
        return new Refused(
                status == -1
                        ? errors.foreign(failed, keys.lock(), "not a lock of ours")
                        : errors.foreign(failed, keys.token(), "not a fencing token below 2^53"),
                false);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        Attempt attempt = grant.attempt();
        RedisKeys keys = RedisKeys.of(options.prefix(), attempt.name());
        Call call = RedisScript.renew(keys, attempt.id(), lease, tokenTtl(lease));
        long sentNanos = started().clock.nanoTime();
        try {
            long status = (Long) requireReply(RedisScript.RENEW.run(connections.client(), new Sending(), call));
            return status == 1 ? new Renewed(sentNanos, lease) : new RenewOutcome.NotOwner(notOwner(status));
        } catch (JedisException e) {
            recover(e);
            return new RenewOutcome.Unknown(errors.sanitized(e));
        }
    }

    private String notOwner(long status) {
        return store() + (status == 0 ? " no longer has the lock" : " keeps the lock for somebody else");
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        RedisKeys keys = RedisKeys.of(options.prefix(), attempt.name());
        Call call = RedisScript.release(keys, attempt.id());
        try {
            long status = (Long) requireReply(RedisScript.RELEASE.run(connections.client(), new Sending(), call));
            return status == 0 ? new ReleaseOutcome.NotOwner() : new ReleaseOutcome.Released();
        } catch (JedisException e) {
            recover(e);
            return new ReleaseOutcome.Unknown(errors.sanitized(e));
        }
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        RedisKeys keys = RedisKeys.of(options.prefix(), name);
        String failed = "'" + name + "' not inspected";
        Sending sending = new Sending();
        List<?> reply;
        try {
            reply = (List<?>) RedisScript.INSPECT.run(connections.client(), sending, RedisScript.inspect(keys));
        } catch (JedisException e) {
            recover(e);
            throw errors.unavailable(failed, e, sending);
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

    @Override
    public Contest contest(Attempt attempt) {
        String channel = RedisKeys.of(options.prefix(), attempt.name()).channel();
        return new RedisContest(this, started().signals, attempt, channel, options.pollFallback());
    }

    private Duration tokenTtl(Duration lease) {
        return RedisTokens.timeToLive(options.tokenTtl(), lease);
    }

    private static Object requireReply(@Nullable Object reply) {
        if (reply == null) {
            throw new JedisException("the script answered nothing");
        }
        return reply;
    }

    /** What the driver leaves undone when it throws. */
    private void recover(JedisException thrown) {
        if (RedisErrors.isReadOnly(thrown)) {
            // After a fail-over the address may lead to the new primary, but open connections still lead to the old
            // one.
            connections.refresh();
        }
        if (RedisErrors.causedBy(thrown, InterruptedException.class)) {
            Thread.currentThread().interrupt();
        }
    }

    private Started started() {
        Started running = started;
        if (running == null) {
            throw new IllegalStateException(store() + " was not started");
        }
        return running;
    }

    @Override
    public void close() {
        Started running = started;
        if (running != null) {
            running.signals.close();
        }
        try {
            connections.close();
        } catch (JedisException e) {
            // Closing a broken connection tells nothing that anybody could act on.
        }
    }
}
