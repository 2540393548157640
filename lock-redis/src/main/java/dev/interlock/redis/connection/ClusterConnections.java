// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.LockClock;
import dev.interlock.redis.error.TooManyRedirectionsException;
import dev.interlock.redis.options.RedisCluster;
import dev.interlock.redis.options.RedisCluster.Node;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.request.RedisCall;
import dev.interlock.redis.request.RedisRequestTracker;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisClusterException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * Connections of our own to the nodes of a cluster. A step goes to the node that is known to serve its slot, and on to
 * the node that this one names, all in the time of one step. It is sent on only after a node has answered that it did
 * not execute it, and never after silence. The driver's own client of a cluster repeats both alike, and a release that
 * is executed twice would be reported as one of another holder's lock.
 */
public final class ClusterConnections implements RedisConnections {

    /** As many as Jedis follows. A slot that moves takes two. */
    private static final int MAX_REDIRECTIONS = 5;

    private final RedisLockOptions options;
    private final JedisClientConfig config;
    private final ClusterSlots slots;
    private final ClusterNodes nodes;
    private final ClusterLookup lookup;
    private final SubscribedSocket subscribed;
    private final ReplicaWait replicas;
    private volatile @Nullable LockClock clock;

    public ClusterConnections(
            RedisCluster cluster, RedisLockOptions options, UnaryOperator<Node> addresses, int silenceMillis) {
        this.options = options;
        slots = new ClusterSlots(addresses);
        config = OwnConnections.config(options.server(), silenceMillis);
        nodes = new ClusterNodes(options.pool(), config);
        subscribed = new SubscribedSocket(config);
        replicas = new ReplicaWait(options.acknowledged());
        lookup = new ClusterLookup(cluster, options.server(), slots, nodes, this::leaveOthers);
    }

    @Override
    public void open(LockClock ours) {
        clock = ours;
        lookup.first(ours);
    }

    /** Leaves the nodes that are no longer in the cluster, with the subscription, too: no message reaches them. */
    private void leaveOthers() {
        nodes.keepOnly(slots.members());
        follow();
    }

    @Override
    public @Nullable TrackedKeys trackKeys() {
        return null;
    }

    @Override
    public void follow() {
        subscribed.cutUnless(slots.members()::contains);
    }

    @Override
    public @Nullable Object eval(Command command, byte[] script, RedisCall call, RedisRequestTracker tracker) {
        CommandArguments arguments = call.toOneNode(command, script, tracker);
        StepLimit limit = limit();
        Function<Connection, @Nullable Object> step =
                connection -> replicas.confirm(connection, call, connection.executeCommand(arguments), limit);
        int slot = JedisClusterCRC16.getSlot(call.slotKey());
        HostAndPort node = slots.primaryOf(slot);
        boolean asking = false;
        for (int redirections = 0; ; redirections++) {
            try {
                return nodes.execute(node, asking ? afterAsking(step, limit) : step, limit);
            } catch (JedisRedirectionException e) {
                tracker.notExecuted();
                asking = e instanceof JedisAskDataException;
                node = slots.address(
                        e.getTargetNode().getHost(), e.getTargetNode().getPort(), node);
                if (!asking) {
                    slots.moved(slot, node);
                    lookup.again();
                }
                if (redirections == MAX_REDIRECTIONS) {
                    throw new TooManyRedirectionsException(redirections, node);
                }
            } catch (JedisConnectionException | JedisClusterException e) {
                // Another node may serve the slot by now.
                lookup.again();
                throw e;
            }
        }
    }

    /** Asks a node to serve a slot that it is about to get; the command precedes the step on the same connection. */
    private static Function<Connection, @Nullable Object> afterAsking(
            Function<Connection, @Nullable Object> step, StepLimit limit) {
        return connection -> {
            connection.executeCommand(Command.ASKING);
            limit.apply(connection);
            return step.apply(connection);
        };
    }

    private StepLimit limit() {
        LockClock ours = Objects.requireNonNull(clock, "connections that were not opened");
        return new StepLimit(ours, options.server().timeout());
    }

    @Override
    public void ping() {
        nodes.execute(slots.anyNode(), new CommandArguments(Command.PING), limit());
    }

    @Override
    public List<ServerInfo> info() {
        List<ServerInfo> all = new ArrayList<>();
        for (HostAndPort node : slots.serving()) {
            all.add(ServerInfo.asked(
                    node.toString(), section -> nodes.execute(node, ServerInfo.command(section), limit())));
        }
        return all;
    }

    @Override
    public void scan(String pattern, RedisRequestTracker tracker, Predicate<String> each) {
        boolean more = true;
        for (HostAndPort node : slots.serving()) {
            more = more && KeyScan.run(pattern, tracker, command -> nodes.execute(node, command, limit()), each);
        }
    }

    @Override
    public boolean followsSlots() {
        return true;
    }

    @Override
    public String furtherRights() {
        return " +cluster|slots +asking";
    }

    @Override
    public boolean needsNoLogin() {
        return config.getPassword() == null;
    }

    /** At any node: the nodes pass on to each other what is published. */
    @Override
    public void subscribe(JedisPubSub listener, String... channels) {
        subscribed.listen(slots.anyNode(), listener, channels);
    }

    @Override
    public void cut() {
        subscribed.cut();
    }

    @Override
    public void refresh() {
        lookup.again();
    }

    @Override
    public void close() {
        lookup.close();
        nodes.close();
    }
}
