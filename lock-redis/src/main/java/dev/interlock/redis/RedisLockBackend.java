// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.redis.command.RedisBulkSteps;
import dev.interlock.redis.command.RedisLockOperations;
import dev.interlock.redis.command.RedisOperatorSteps;
import dev.interlock.redis.connection.BorrowedConnections;
import dev.interlock.redis.connection.ClusterConnections;
import dev.interlock.redis.connection.JedisVersion;
import dev.interlock.redis.connection.OwnConnections;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.loss.RedisLossProbe;
import dev.interlock.redis.loss.RedisLossWatch;
import dev.interlock.redis.options.RedisCluster;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisSentinels;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.request.RedisQueueMembership;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.redis.share.RedisShares;
import dev.interlock.redis.start.RedisBulkProbe;
import dev.interlock.redis.start.RedisProbe;
import dev.interlock.redis.start.RedisQueueProbe;
import dev.interlock.redis.waiting.RedisContest;
import dev.interlock.redis.waiting.RedisQueueContest;
import dev.interlock.redis.waiting.RedisQueueRemovals;
import dev.interlock.redis.waiting.RedisSignals;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LossWatch;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.ShareSteps;
import dev.interlock.spi.StoreDescription;
import dev.interlock.spi.toolbox.StartTries;
import dev.interlock.spi.toolbox.share.RecordedShares;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Locks in Redis or Valkey, 6.2 or newer: one key with an expiry per held lock, one script per step. Exclusion holds
 * while one server keeps its data. A failover to a replica can lose a grant. The lock is then granted again, and only
 * fencing tokens distinguish the two holders. Thread-safe.
 *
 * <pre>{@code
 * UnifiedJedis jedis = ...; // the application's client
 * LockClient client = LockClient.using(
 *         RedisLockBackend.using(jedis, RedisLockOptions.STANDARD.withPrefix("shop")), ClientOptions.STANDARD);
 * }</pre>
 */
public final class RedisLockBackend implements LockBackend {

    private static final Duration MIN_LEASE = Duration.ofMillis(10);
    private static final Duration MAX_LEASE = Duration.ofDays(365);
    private static final int MAX_TOKENS = 1_000;

    private final RedisConnections connections;
    private final RedisLockOptions options;
    private final String store;
    private final RedisErrors errors;
    private volatile @Nullable Started started;

    /** The parts that exist after the start. */
    private record Started(
            RedisLockOperations operations,
            RedisSignals signals,
            @Nullable RedisQueueRemovals removals,
            LockClock clock,
            Optional<BulkSteps> bulk,
            Optional<ShareSteps> shares,
            @Nullable RedisLossWatch losses,
            Optional<OperatorSteps> operator,
            Capabilities capabilities,
            String product) {}

    private RedisLockBackend(RedisConnections connections, RedisLockOptions options, String store) {
        this.connections = connections;
        this.options = options;
        this.store = store;
        this.errors = new RedisErrors(store, options, connections.furtherRights());
    }

    /**
     * A backend with connections of its own, which it closes.
     *
     * @param options where to connect to, and how
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it; nothing is connected yet
     * @throws IllegalStateException if the Jedis on the class path lacks what is needed; the message names the version
     *     to take
     */
    public static RedisLockBackend connecting(RedisLockOptions options) {
        int silenceMillis = Math.toIntExact(RedisSignals.SILENCE.toMillis());
        return JedisVersion.checked(() -> new RedisLockBackend(
                OwnConnections.to(options, silenceMillis), options, "redis at " + options.server()));
    }

    /**
     * A backend with connections of its own, which it closes, to the primary that Sentinels name. When the Sentinels
     * switch to another primary, the backend follows without a restart: waiters, renewals and the subscription. A grant
     * of the old primary that the new one did not receive is granted again; see {@link RedisLockBackend}.
     *
     * @param sentinels the Sentinels, and the name of the primary
     * @param options the options for the primary; host and port are not used, and database and
     *     login are those of the primary
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it; no Sentinel is asked yet
     * @throws IllegalStateException if the Jedis on the class path lacks what is needed; the message names the version
     *     to take
     */
    public static RedisLockBackend following(RedisSentinels sentinels, RedisLockOptions options) {
        int silenceMillis = Math.toIntExact(RedisSignals.SILENCE.toMillis());
        return JedisVersion.checked(() -> new RedisLockBackend(
                OwnConnections.following(sentinels, options, silenceMillis), options, "redis primary " + sentinels));
    }

    /**
     * A backend with connections of its own, which it closes, to the nodes of a cluster. Each step goes to the node
     * that serves the slot of its lock, also while slots move. A grant that a node made and its replacing replica did
     * not receive is granted again; see {@link RedisLockBackend}.
     *
     * @param cluster the nodes to ask for all others
     * @param options how to connect to each node; host and port are not used, the database must be 0
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it; no node is asked yet
     * @throws IllegalArgumentException if the database is not 0
     * @throws IllegalStateException if the Jedis on the class path lacks what is needed; the message names the version
     *     to take
     */
    public static RedisLockBackend routing(RedisCluster cluster, RedisLockOptions options) {
        return routing(cluster, options, UnaryOperator.identity());
    }

    /**
     * As {@link #routing(RedisCluster, RedisLockOptions)}, for nodes that are reached at other addresses than those
     * they announce, such as behind forwarded ports.
     *
     * @param cluster the nodes to ask for all others, by the addresses at which they are reached
     * @param options how to connect to each node; host and port are not used, the database must be 0
     * @param addresses maps the address that a node announces to the address at which it is reached, and a reachable
     *     address to itself; called by many threads, and must not block
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it; no node is asked yet
     * @throws IllegalArgumentException if the database is not 0
     * @throws IllegalStateException if the Jedis on the class path lacks what is needed; the message names the version
     *     to take
     */
    public static RedisLockBackend routing(
            RedisCluster cluster, RedisLockOptions options, UnaryOperator<RedisCluster.Node> addresses) {
        requireOnlyDatabase(options);
        int silenceMillis = Math.toIntExact(RedisSignals.SILENCE.toMillis());
        return JedisVersion.checked(() -> new RedisLockBackend(
                new ClusterConnections(cluster, options, addresses, silenceMillis),
                options,
                "redis cluster of " + cluster));
    }

    /** See {@code SELECT} in the documentation of Redis: a cluster supports database zero only. */
    private static void requireOnlyDatabase(RedisLockOptions options) {
        int database = options.server().database();
        if (database != 0) {
            throw new IllegalArgumentException("database must be 0 in a cluster, which has no other, but was "
                    + database + ": leave it out, and set prefix to keep applications apart");
        }
    }

    /**
     * A backend that shares the application's client, which it never closes. From the start on, and while a caller
     * waits, the subscription takes one connection, and rests for a minute before it returns it. So the client's pool
     * needs at least two: with one, a start lasts for that minute, and a release waits for the waiters. The client may
     * send a request again, as a cluster's client does: that is harmless. A release that was sent again without success
     * counts as unknown, and is sent once more.
     *
     * @param client the client; its socket time-out bounds every step
     * @param options prefix, token and waiting options; of the server only host, port and database, for messages
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it
     * @throws IllegalStateException if the Jedis on the class path lacks what is needed; the message names the version
     *     to take
     * @throws IllegalArgumentException if the options ask for acknowledgements by replicas: replicas acknowledge on the
     *     connection of the write only, and the client chooses that connection
     */
    public static RedisLockBackend using(UnifiedJedis client, RedisLockOptions options) {
        if (options.acknowledged().minReplicas() > 0) {
            throw new IllegalArgumentException("minReplicas must be 0 with a client of your own, since replicas confirm"
                    + " what was written on one connection, which is not ours to choose; name the server by a uri");
        }
        return JedisVersion.checked(
                () -> new RedisLockBackend(new BorrowedConnections(client), options, "redis at " + options.server()));
    }

    @Override
    public String store() {
        return store;
    }

    @Override
    public void start(BackendContext context) {
        LockClock clock = context.clock();
        StartTries tries = new StartTries(clock, options.server().connectTimeout(), RedisErrors::isSlow);
        tries.run(() -> open(clock));
        RedisQueueMembership membership =
                RedisQueueMembership.create(options.prefix(), !connections.followsSlots(), options.pollFallback());
        RedisSignals signals = new RedisSignals(
                connections, errors, clock, membership.own(), context::reportWanted, context::reportMissedRecalls);
        RedisLockOperations plain = new RedisLockOperations(connections, options, errors, clock);
        started = new Started(
                plain,
                signals,
                null,
                clock,
                Optional.empty(),
                Optional.empty(),
                null,
                Optional.empty(),
                capabilities(false, false, false, false),
                "");
        // Sends what every later step sends, so that a driver which lacks a method fails here.
        RedisProbe probe = new RedisProbe(connections, options, errors);
        boolean signalled = tries.run(() -> JedisVersion.checked(() -> probe.run(signals)));
        boolean queues = signalled && tries.run(() -> new RedisQueueProbe(connections, errors).run(options));
        RedisLockOperations operations =
                queues ? new RedisLockOperations(connections, options, errors, clock, membership, signals) : plain;
        Optional<BulkSteps> bulk = tries.run(new RedisBulkProbe(connections, options, errors)::run)
                ? Optional.of(new RedisBulkSteps(connections, options, errors, clock, operations))
                : Optional.empty();
        boolean told = tries.run(() -> new RedisLossProbe(connections, errors).run(options.prefix()));
        started = new Started(
                operations,
                signals,
                queues ? removals(signals, membership) : null,
                clock,
                bulk,
                Optional.of(new RecordedShares(
                        new RedisShares(connections, options, errors, clock, signals), ofShares(signalled))),
                told
                        ? new RedisLossWatch(
                                connections, operations, errors, clock, options.prefix(), context::reportLost)
                        : null,
                Optional.of(operator(queues ? membership : null)),
                capabilities(signalled, queues, bulk.isPresent(), told),
                probe.product());
    }

    private OperatorSteps operator(@Nullable RedisQueueMembership membership) {
        RedisErrors ofLists = new RedisErrors(store, options, connections.furtherRights() + " +scan");
        return new RedisOperatorSteps(connections, errors, ofLists, options.prefix(), membership);
    }

    private RedisQueueRemovals removals(RedisSignals signals, RedisQueueMembership membership) {
        RedisQueueRemovals removals = new RedisQueueRemovals(
                connections, errors, membership, options.server().timeout());
        signals.queued().onUnwanted(removals::removeAgain);
        return removals;
    }

    private boolean open(LockClock clock) {
        try {
            connections.open(clock);
            return true;
        } catch (JedisException e) {
            throw errors.unavailable("locks cannot be kept", e, new RedisRequestTracker());
        }
    }

    private static Capabilities capabilities(boolean signalled, boolean queues, boolean bulk, boolean told) {
        Set<Capability> declared =
                EnumSet.of(Capability.TOKENS_SURVIVE_DATA_LOSS, Capability.KEEPS_LOCK_DELAY, Capability.SHARES);
        if (signalled) {
            declared.add(Capability.NOTIFIES_WAITERS);
        }
        if (queues) {
            declared.add(Capability.FIFO_BETWEEN_CLIENTS);
            declared.add(Capability.RECALLS);
        }
        if (bulk) {
            declared.add(Capability.GRANTS_ALL_AT_ONCE);
        }
        if (told) {
            declared.add(Capability.REPORTS_LOSS);
        }
        Waiting waiting = signalled ? Waiting.SIGNAL : Waiting.POLL;
        return Capabilities.of("redis", waiting, MIN_LEASE, MAX_LEASE)
                .withDeclared(declared)
                .withMaxTokens(MAX_TOKENS);
    }

    /** Of locks that several may hold. */
    private static Capabilities ofShares(boolean signalled) {
        Set<Capability> declared =
                EnumSet.of(Capability.TOKENS_SURVIVE_DATA_LOSS, Capability.FIFO_BETWEEN_CLIENTS, Capability.SHARES);
        if (signalled) {
            declared.add(Capability.NOTIFIES_WAITERS);
        }
        return capabilities(signalled, false, false, false).withDeclared(declared);
    }

    @Override
    public Capabilities capabilities() {
        return started().capabilities;
    }

    @Override
    public StoreDescription description() {
        return new StoreDescription(
                started().product,
                List.of(
                        "after a failover to a replica, an eviction or a deletion, held locks may be granted to others",
                        "when the server's clock is set ahead, leases end early, and set back, they end late"));
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return started().operations.tryAcquire(attempt);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return started().operations.renew(grant, lease);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return started().operations.release(attempt);
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return started().operations.inspect(name);
    }

    @Override
    public Contest contest(Attempt attempt) {
        RedisKeys keys = RedisKeys.of(options.prefix(), attempt.name());
        Started running = started();
        RedisQueueRemovals removals = running.removals;
        Duration fallback = options.pollFallback();
        return removals == null
                ? new RedisContest(running.operations, running.signals, attempt, keys, fallback)
                : new RedisQueueContest(running.operations, running.signals, removals, attempt, keys, fallback);
    }

    @Override
    public Optional<BulkSteps> bulk() {
        return started().bulk;
    }

    @Override
    public Optional<ShareSteps> shares() {
        return started().shares;
    }

    @Override
    public Optional<LossWatch> lossWatch() {
        return Optional.ofNullable(started().losses);
    }

    @Override
    public Optional<OperatorSteps> operator() {
        return started().operator;
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
            if (running.removals != null) {
                running.removals.close();
            }
            if (running.losses != null) {
                running.losses.close();
            }
            running.signals.close();
        }
        connections.close();
    }
}
