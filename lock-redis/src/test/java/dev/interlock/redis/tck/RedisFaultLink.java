// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.proxy.Ending;
import dev.interlock.tck.proxy.GateProxy;
import dev.interlock.tck.server.RedisServer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** A proxy between a backend and its server, with gates in terms of the steps of a lock. */
final class RedisFaultLink implements FaultLink {

    /** Short, so that rules in which the backend gives up are quick; long against a round trip on a loaded machine. */
    static final Duration REPLY_TIMEOUT = Duration.ofSeconds(1);

    private final GateProxy proxy;
    private final RedisSteps steps;
    private final String uri;
    private final Function<String, LockBackend> opener;
    private final Queue<dev.interlock.tck.proxy.Gate> gates = new ConcurrentLinkedQueue<>();

    RedisFaultLink(RedisServer server, RedisSteps steps, Function<String, LockBackend> opener) {
        this.steps = steps;
        this.opener = opener;
        proxy = GateProxy.redis(server.host(), server.port());
        uri = server.uriThrough(proxy.port());
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(uri);
    }

    @Override
    public Duration replyTimeout() {
        return REPLY_TIMEOUT.multipliedBy(2);
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
