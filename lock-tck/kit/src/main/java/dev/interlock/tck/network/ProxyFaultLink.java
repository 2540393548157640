// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.network;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.process.ProcessAccess;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.FaultBuilder;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A link through a {@link GateProxy}, for every store whose protocol the proxy can split into messages. Thread-safe.
 */
public final class ProxyFaultLink implements FaultLink {

    private final GateProxy proxy;
    private final Function<RequestKind, Predicate<Message>> steps;
    private final Duration replyTimeout;
    private final Function<GateProxy, LockBackend> opener;
    private final Function<GateProxy, ProcessAccess> clients;
    private final Predicate<Message> looks;
    private final Queue<Gate> gates = new ConcurrentLinkedQueue<>();

    /**
     * Creates a link.
     *
     * @param proxy to the store; closed with the link
     * @param steps recognises each step's requests on the wire
     * @param replyTimeout how long a backend waits for a reply at the most
     * @param opener opens a backend, not started, that connects to the proxy's port
     * @param clients returns how other processes open such a backend
     */
    public ProxyFaultLink(
            GateProxy proxy,
            Function<RequestKind, Predicate<Message>> steps,
            Duration replyTimeout,
            Function<GateProxy, LockBackend> opener,
            Function<GateProxy, ProcessAccess> clients) {
        this(proxy, steps, steps.apply(RequestKind.ACQUIRE), replyTimeout, opener, clients);
    }

    /**
     * Creates a link for a backend that looks before it writes.
     *
     * @param proxy to the store; closed with the link
     * @param steps recognises each step's requests on the wire
     * @param looks recognises the request by which an attempt learns that another has the lock
     * @param replyTimeout how long a backend waits for a reply at the most
     * @param opener opens a backend, not started, that connects to the proxy's port
     * @param clients returns how other processes open such a backend
     */
    public ProxyFaultLink(
            GateProxy proxy,
            Function<RequestKind, Predicate<Message>> steps,
            Predicate<Message> looks,
            Duration replyTimeout,
            Function<GateProxy, LockBackend> opener,
            Function<GateProxy, ProcessAccess> clients) {
        this.proxy = proxy;
        this.looks = looks;
        this.steps = steps;
        this.replyTimeout = replyTimeout;
        this.opener = opener;
        this.clients = clients;
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(proxy);
    }

    @Override
    public ProcessAccess processes() {
        return clients.apply(proxy);
    }

    @Override
    public Duration replyTimeout() {
        return replyTimeout;
    }

    @Override
    public MessageGate holdRequest(RequestKind step, int position) {
        return gate(at(step, position).holdRequest());
    }

    @Override
    public MessageGate holdReply(RequestKind step, int position) {
        return gate(at(step, position).holdReply());
    }

    @Override
    public MessageGate holdLookReply() {
        return gate(proxy.onRequest(looks).holdReply());
    }

    @Override
    public MessageGate dropReply(RequestKind step, int position) {
        return gate(at(step, position).dropReply(ConnectionEnding.CUT));
    }

    @Override
    public MessageGate cutRequest(RequestKind step, int position) {
        return gate(at(step, position).dropRequest(ConnectionEnding.CUT));
    }

    private FaultBuilder at(RequestKind step, int position) {
        return proxy.onRequest(steps.apply(step)).skip(position);
    }

    @Override
    public void delayReplies(Duration latency) {
        gates.add(proxy.onRequest(Message.any()).always().latency(latency));
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
        gates.forEach(Gate::open);
        proxy.close();
    }

    private MessageGate gate(Gate gate) {
        gates.add(gate);
        return new MessageGate() {
            @Override
            public boolean reached() {
                return gate.isReached();
            }

            @Override
            public void open() {
                gate.open();
            }

            @Override
            public boolean answered() {
                return gate.isAnswered();
            }
        };
    }
}
