// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.process.BackendHost;
import dev.interlock.tck.process.ProcessAccess;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.FaultBuilder;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisCluster;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A link to a cluster through a proxy in front of each node. What happens to one request happens at one of them. */
final class RedisClusterLink implements FaultLink {

    /** Opens a backend that reaches each node, by its port, at another one. */
    @FunctionalInterface
    interface Opener {
        LockBackend open(RedisCluster cluster, Map<Integer, Integer> ports, Duration timeout);
    }

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final Map<Integer, GateProxy> proxies = new LinkedHashMap<>();
    private final RedisSteps steps;
    private final Supplier<LockBackend> opener;
    private final Queue<Gate> gates = new ConcurrentLinkedQueue<>();

    RedisClusterLink(RedisCluster cluster, RedisSteps steps, Opener opener) {
        for (RedisServer node : cluster.primaries()) {
            proxies.put(node.port(), GateProxy.redis(node.host(), node.port()));
        }
        this.steps = steps;
        Map<Integer, Integer> ports = new LinkedHashMap<>();
        proxies.forEach((port, proxy) -> ports.put(port, proxy.port()));
        this.opener = () -> opener.open(cluster, ports, TIMEOUT);
    }

    @Override
    public LockBackend openBackend() {
        return opener.get();
    }

    @Override
    public ProcessAccess processes() {
        return BackendHost.clients(opener, "", opener);
    }

    @Override
    public Duration replyTimeout() {
        return TIMEOUT;
    }

    @Override
    public MessageGate holdRequest(RequestKind step, int position) {
        return gate(atOneNode(step, position, FaultBuilder::holdRequest));
    }

    @Override
    public MessageGate holdReply(RequestKind step, int position) {
        return gate(atOneNode(step, position, FaultBuilder::holdReply));
    }

    @Override
    public MessageGate dropReply(RequestKind step, int position) {
        return gate(atOneNode(step, position, fault -> fault.dropReply(ConnectionEnding.CUT)));
    }

    @Override
    public MessageGate cutRequest(RequestKind step, int position) {
        return gate(atOneNode(step, position, fault -> fault.dropRequest(ConnectionEnding.CUT)));
    }

    /** The proxy that sees the request at that position takes it, and no other does. */
    private List<Gate> atOneNode(RequestKind step, int position, Function<FaultBuilder, Gate> fault) {
        AtomicInteger seen = new AtomicInteger();
        Predicate<Message> kind = steps.of(step);
        Predicate<Message> once = message -> kind.test(message) && seen.getAndIncrement() == position;
        List<Gate> set = proxies.values().stream()
                .map(proxy -> fault.apply(proxy.onRequest(once)))
                .toList();
        gates.addAll(set);
        return set;
    }

    @Override
    public void delayReplies(Duration latency) {
        proxies.values()
                .forEach(proxy ->
                        gates.add(proxy.onRequest(Message.any()).always().latency(latency)));
    }

    @Override
    public void cut() {
        proxies.values().forEach(GateProxy::refuseConnections);
        proxies.values().forEach(GateProxy::cutAll);
    }

    @Override
    public void blackhole() {
        proxies.values().forEach(GateProxy::blackhole);
    }

    @Override
    public void heal() {
        proxies.values().forEach(GateProxy::heal);
    }

    @Override
    public void close() {
        gates.forEach(Gate::open);
        proxies.values().forEach(GateProxy::close);
    }

    private static MessageGate gate(List<Gate> gates) {
        return new MessageGate() {
            @Override
            public boolean reached() {
                return gates.stream().anyMatch(Gate::isReached);
            }

            @Override
            public void open() {
                gates.forEach(Gate::open);
            }

            @Override
            public boolean answered() {
                return gates.stream().anyMatch(Gate::isAnswered);
            }
        };
    }
}
