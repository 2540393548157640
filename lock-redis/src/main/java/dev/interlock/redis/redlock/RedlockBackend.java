// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.redis.connection.JedisVersion;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.redis.options.RedlockServers;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.StoreDescription;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Locks on a majority of independent Redis or Valkey servers, as in the Redlock algorithm, with fencing tokens that
 * grow through the majority. It stays available while a minority of the servers is down. Otherwise it is no safer than
 * one server: a hold is lost where a server of its majority forgets it, or where a clock jumps. Only tokens then
 * distinguish holders. Thread-safe.
 *
 * @see <a href="https://redis.io/docs/latest/develop/use/patterns/distributed-locks/">Distributed locks with Redis</a>
 */
public final class RedlockBackend implements LockBackend {

    private static final Duration MIN_LEASE = Duration.ofMillis(10);
    private static final Duration MAX_LEASE = Duration.ofDays(365);

    private final RedlockServers servers;
    private final RedisLockOptions options;
    private final List<RedlockNode> nodes;
    private volatile @Nullable Started started;

    /** The parts that exist after the start. */
    private record Started(
            RedlockAcquire acquire, RedlockOperations operations, Capabilities capabilities, String product) {}

    private RedlockBackend(RedlockServers servers, RedisLockOptions options) {
        this.servers = servers;
        this.options = options;
        nodes = servers.servers().stream()
                .map(server -> new RedlockNode(server, options, servers))
                .toList();
    }

    /**
     * A backend with connections and threads of its own to each server, which it closes.
     *
     * @param servers where the servers are
     * @param options how to use them; of its server only {@code timeout} counts, as the limit of a whole step
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it; nothing is connected yet
     * @throws IllegalArgumentException if {@code nodeTimeout} is longer than {@code timeout}
     * @throws IllegalStateException if the Jedis on the class path lacks what is needed; the message names the version
     *     to take
     */
    public static RedlockBackend over(RedlockServers servers, RedisLockOptions options) {
        Server server = options.server();
        if (servers.nodeTimeout().compareTo(server.timeout()) > 0) {
            throw new IllegalArgumentException(
                    "nodeTimeout must be at most timeout, which bounds a whole step, but was " + servers.nodeTimeout()
                            + " > " + server.timeout());
        }
        return JedisVersion.checked(() -> new RedlockBackend(servers, options));
    }

    @Override
    public String store() {
        return "redlock of redis at " + servers;
    }

    @Override
    public void start(BackendContext context) {
        nodes.forEach(node -> node.open(context.clock()));
        new RedlockStart(nodes, servers, context.clock()).run();
        List<RedlockMember> members =
                nodes.stream().map(RedlockNode::member).filter(Objects::nonNull).toList();
        boolean signalled = members.stream().allMatch(RedlockMember::signalled);
        String products =
                members.stream().map(RedlockMember::product).distinct().collect(Collectors.joining(", "));
        started = new Started(
                new RedlockAcquire(nodes, servers, options, store(), context.clock()),
                new RedlockOperations(nodes, servers, store(), context.clock()),
                capabilities(signalled),
                "Redlock over " + nodes.size() + " servers of " + products);
    }

    private static Capabilities capabilities(boolean signalled) {
        Set<Capability> declared = EnumSet.of(Capability.TOKENS_SURVIVE_DATA_LOSS, Capability.KEEPS_LOCK_DELAY);
        if (signalled) {
            declared.add(Capability.NOTIFIES_WAITERS);
        }
        // No blocks of tokens: the servers agree on one number.
        return Capabilities.of("redlock", signalled ? Waiting.SIGNAL : Waiting.POLL, MIN_LEASE, MAX_LEASE)
                .withDeclared(declared);
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
                        "when a server that granted a lock forgets it, by a restart, an eviction or a deletion, others"
                                + " may find a majority",
                        "when the clock of a server is set ahead its part of a lease ends early, and set back, late",
                        "after a majority lost its data tokens grow only if its clocks are not behind those that were"
                                + " ahead before"));
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return started().acquire.tryAcquire(attempt);
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
        String channel = RedisKeys.of(options.prefix(), attempt.name()).channel();
        return new RedlockContest(started().acquire, nodes, attempt, channel, options.pollFallback());
    }

    /** A freed lock must be free at a majority at one moment, and the votes come one by one. */
    @Override
    public Optional<OperatorSteps> operator() {
        return Optional.of(OperatorSteps.refusing(store()
                + " has no moment at which a lock is free at a majority of its servers at once: end the holder's process, or"
                + " expire the lock's key at each server"));
    }

    /** How many grants without a holder are still to be taken back. */
    int leftovers() {
        return nodes.stream().mapToInt(RedlockNode::leftovers).sum();
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
        nodes.forEach(RedlockNode::close);
    }
}
