// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.proxy.Ending;
import dev.interlock.tck.proxy.GateProxy;
import dev.interlock.tck.server.SqlProduct;
import dev.interlock.tck.server.SqlServer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;

/** A proxy between a backend and its server, with gates in terms of the steps of a lock. */
final class JdbcFaultLink implements FaultLink {

    /** Short, so that rules in which the backend gives up are quick; long against a round trip on a loaded machine. */
    static final Duration TIMEOUT = Duration.ofSeconds(1);

    /** The connection is given up a second after the statement. */
    private static final Duration REPLY_TIMEOUT = TIMEOUT.multipliedBy(2);

    private final GateProxy proxy;
    private final JdbcSteps steps;
    private final Supplier<LockBackend> opener;
    private final Queue<dev.interlock.tck.proxy.Gate> gates = new ConcurrentLinkedQueue<>();

    JdbcFaultLink(SqlServer server, JdbcSteps steps, Function<String, LockBackend> opener) {
        this.steps = steps;
        proxy = server.product().equals(SqlProduct.POSTGRES.id())
                ? GateProxy.postgres(server.host(), server.port())
                : GateProxy.mysql(server.host(), server.port());
        String url = server.urlThrough(proxy.port());
        this.opener = () -> opener.apply(url);
    }

    @Override
    public LockBackend openBackend() {
        return opener.get();
    }

    @Override
    public Duration replyTimeout() {
        return REPLY_TIMEOUT;
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
