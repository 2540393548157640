// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import dev.interlock.testbed.proxy.Fault.Exchange;
import dev.interlock.testbed.wire.Framing;
import dev.interlock.testbed.wire.Framing.Pairing;
import dev.interlock.testbed.wire.Message;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client connection and its connection to the server, with a daemon thread for each direction. The end of a stream
 * is passed on in its direction; a failure resets both sides.
 */
final class ProxiedConnection {

    private static final Logger LOG = LoggerFactory.getLogger(ProxiedConnection.class);
    private static final int CONNECT_TIMEOUT_MILLIS = 2_000;

    private final GateProxy proxy;
    private final Framing framing;
    private final String name;
    private final Socket client;
    private final ClientSide clientSide;
    private final Socket server = new Socket();
    private final Unanswered unanswered = new Unanswered();
    private final Set<String> sent = new ConcurrentSkipListSet<>(String.CASE_INSENSITIVE_ORDER);
    private final Set<Direction> silenced = ConcurrentHashMap.newKeySet();
    private final AtomicInteger runningDirections = new AtomicInteger(2);

    /**
     * Set by the caller that ends the connection: closing wakes the two threads with failures, which must not turn a
     * cut into a reset.
     */
    private final AtomicBoolean ending = new AtomicBoolean();

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean lossy;

    ProxiedConnection(GateProxy proxy, Framing framing, Socket client, long number) {
        this.proxy = proxy;
        this.framing = framing;
        this.client = client;
        this.clientSide = new ClientSide(client, framing, unanswered);
        this.name = "gate-proxy-" + proxy.port() + "-" + number;
    }

    void start(SocketAddress target) {
        run(Direction.REQUEST, () -> {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(target, CONNECT_TIMEOUT_MILLIS);
            run(Direction.REPLY, this::pumpRepliesToTheEnd);
            pumpRequests();
        });
    }

    /** Completes when both sockets are closed. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    boolean hasSent(String command) {
        return sent.contains(command);
    }

    // ---- the two directions

    private interface Pump {
        void run() throws IOException;
    }

    private void run(Direction direction, Pump pump) {
        Runnable body = () -> {
            try {
                pump.run();
            } catch (IOException e) {
                LOG.debug("{} {} ended: {}", name, direction, e.toString());
                reset();
            } catch (RuntimeException e) {
                LOG.error("{} {} failed", name, direction, e);
                reset();
            }
            if (runningDirections.decrementAndGet() == 0) {
                cut();
            }
        };
        Thread thread = new Thread(body, name + "-" + direction);
        thread.setDaemon(true);
        thread.start();
    }

    private void pumpRequests() throws IOException {
        InputStream in = new BufferedInputStream(client.getInputStream());
        for (Message request = clientSide.nextRequest(in); request != null; request = clientSide.nextRequest(in)) {
            proxy.traffic().commandReceived(request.name());
            sent.add(request.name());
            if (!swallowed(Direction.REQUEST)) {
                Fault fault = proxy.faults().faultFor(request);
                fault.onRequest(this, new Exchange(request, fault));
            }
        }
        server.shutdownOutput();
    }

    private void pumpRepliesToTheEnd() throws IOException {
        try {
            pumpReplies();
        } finally {
            unanswered.end(!ending.get());
        }
    }

    private void pumpReplies() throws IOException {
        InputStream in = new BufferedInputStream(server.getInputStream());
        Set<Exchange> begun = new HashSet<>();
        for (Message reply = framing.readReply(in); reply != null; reply = framing.readReply(in)) {
            if (swallowed(Direction.REPLY)) {
                continue;
            }
            Message read = reply;
            Exchange oldest = unanswered.oldest(request -> framing.mayAnswer(request, read));
            Pairing pairing = framing.pair(oldest == null ? null : oldest.request(), reply);
            if (pairing == Pairing.UNSOLICITED || oldest == null || begun.contains(oldest)) {
                forwardReply(reply);
            } else {
                oldest.fault().onReply(this, reply);
            }
            if (pairing == Pairing.PART && oldest != null) {
                begun.add(oldest);
            }
            if (pairing == Pairing.LAST_PART && oldest != null) {
                begun.remove(oldest);
                unanswered.isAnswered(oldest);
            }
        }
        client.shutdownOutput();
    }

    /** Whether a message just read vanishes. A stream that lost a message must not continue when the proxy heals. */
    private boolean swallowed(Direction direction) {
        if (silenced.contains(direction)) {
            return true;
        }
        if (!proxy.isBlackhole(direction)) {
            return false;
        }
        lossy = true;
        if (!proxy.isBlackhole(direction)) {
            reset();
        }
        return true;
    }

    // ---- what faults do

    /** The server must execute a request that was just read, whatever its client does meanwhile. */
    void owe() {
        unanswered.owe();
    }

    void forwardRequest(Exchange exchange) throws IOException {
        unanswered.sending(exchange, framing.isAnswered(exchange.request()));
        proxy.traffic().requestsForwarded.incrementAndGet();
        server.getOutputStream().write(exchange.request().bytes());
    }

    void forwardReply(Message reply) throws IOException {
        forwardReplyAfter(reply, 0);
    }

    void forwardReplyAfter(Message reply, int alreadyWritten) throws IOException {
        proxy.traffic().repliesForwarded.incrementAndGet();
        writeToClient(reply.bytesAfter(alreadyWritten));
    }

    void writeToClient(byte[] bytes) throws IOException {
        clientSide.write(bytes);
    }

    /** Waits the given time, or less if the connection ends. */
    void pause(Duration duration) {
        ended.copy()
                .completeOnTimeout(null, duration.toNanos(), TimeUnit.NANOSECONDS)
                .join();
    }

    void silence() {
        silenced.addAll(EnumSet.allOf(Direction.class));
    }

    void halfClose() {
        silenced.add(Direction.REPLY);
        quietly(client::shutdownOutput);
    }

    void resetIfLossy() {
        if (lossy) {
            reset();
        }
    }

    void reset() {
        if (ending.compareAndSet(false, true)) {
            quietly(() -> client.setSoLinger(true, 0));
            quietly(() -> server.setSoLinger(true, 0));
            close();
        }
    }

    void cut() {
        if (ending.compareAndSet(false, true)) {
            close();
        }
    }

    private void close() {
        quietly(client::close);
        quietly(server::close);
        unanswered.end(false);
        ended.complete(null);
        proxy.connectionEnded(this);
    }

    private void quietly(Pump step) {
        try {
            step.run();
        } catch (IOException e) {
            LOG.trace("{} was closed already: {}", name, e.getMessage());
        }
    }
}
