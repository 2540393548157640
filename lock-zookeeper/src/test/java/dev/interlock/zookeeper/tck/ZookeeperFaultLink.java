// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.proxy.Ending;
import dev.interlock.tck.proxy.GateProxy;
import dev.interlock.tck.server.ZookeeperServer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** A proxy between a backend and its server, with gates in terms of the steps of a lock. */
final class ZookeeperFaultLink implements FaultLink {

    /** Short, so that rules in which the backend gives up are quick; long against a round trip on a loaded machine. */
    static final Duration REPLY_TIMEOUT = Duration.ofSeconds(1);

    private final GateProxy proxy;
    private final ZookeeperSteps steps;
    private final String uri;
    private final Function<String, LockBackend> opener;
    private final Queue<dev.interlock.tck.proxy.Gate> gates = new ConcurrentLinkedQueue<>();

    ZookeeperFaultLink(ZookeeperFixture fixture) {
        steps = fixture.steps();
        opener = fixture.opener();
        ZookeeperServer server = fixture.servers().servers().get(0);
        proxy = GateProxy.zookeeper(server.host(), server.port());
        uri = fixture.uri("127.0.0.1:" + proxy.port());
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(uri);
    }

    @Override
    public Duration replyTimeout() {
        return REPLY_TIMEOUT.plusMillis(250);
    }

    @Override
    public Gate holdRequest(Step step) {
        return gate(proxy.onRequest(steps.of(step)).holdRequest());
    }

    @Override
    public Gate holdReply(Step step) {
        return gate(proxy.onRequest(steps.of(step)).holdReply());
    }

    @Override
    public void dropReply(Step step) {
        gates.add(proxy.onRequest(steps.of(step)).dropReply(Ending.CUT));
    }

    @Override
    public void cutRequest(Step step) {
        gates.add(proxy.onRequest(steps.of(step)).dropRequest(Ending.CUT));
    }

    @Override
    public void cut() {
        proxy.refuseConnections();
        proxy.cutAll();
    }

    @Override
    public void blackhole() {
        proxy.blackhole();
    }

    @Override
    public void heal() {
        proxy.heal();
    }

    @Override
    public void close() {
        gates.forEach(dev.interlock.tck.proxy.Gate::open);
        proxy.close();
    }

    private Gate gate(dev.interlock.tck.proxy.Gate gate) {
        gates.add(gate);
        return new Gate() {
            @Override
            public boolean reached() {
                return gate.isReached();
            }

            @Override
            public void open() {
                gate.open();
            }
        };
    }
}
