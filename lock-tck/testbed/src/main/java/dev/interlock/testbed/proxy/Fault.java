// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import dev.interlock.testbed.wire.Message;
import java.io.IOException;
import java.time.Duration;

/**
 * What happens to one request and its reply. A connection's two threads call it, one for each direction, so a fault
 * keeps no state of its own. Blocking affects only its direction of that connection.
 */
interface Fault {

    /** Everything passes. */
    Fault NONE = new Fault() {};

    /** The proxy has read the request from the client and not yet forwarded it. */
    default void onRequest(ProxiedConnection connection, Exchange exchange) throws IOException {
        connection.forwardRequest(exchange);
    }

    /** The proxy has read the reply, or its first part, from the server and not yet forwarded it. */
    default void onReply(ProxiedConnection connection, Message reply) throws IOException {
        connection.forwardReply(reply);
    }

    /** The server has answered the request: in full, or by ending the connection. */
    default void onAnswered() {}

    /** Whether the server must execute the request although its client has left meanwhile. */
    default boolean outlivesClient() {
        return false;
    }

    /**
     * The fault as it applies to one request that it was chosen for.
     *
     * @param nowNanos when that was, by {@link System#nanoTime}
     */
    default Fault chosenAt(long nowNanos) {
        return this;
    }

    /** A request and its fault. */
    record Exchange(Message request, Fault fault) {}

    /**
     * Keeps the request from the server until the gate opens. Its client may have given up by then. The server does not
     * learn that before it has answered, because it might cancel a request that the test wants executed late.
     */
    record HoldRequest(Gate gate) implements Fault {
        @Override
        public void onRequest(ProxiedConnection connection, Exchange exchange) throws IOException {
            gate.meet();
            connection.owe();
            gate.reach();
            gate.pass(connection.ended());
            connection.forwardRequest(exchange);
        }

        @Override
        public void onAnswered() {
            gate.answer();
        }

        @Override
        public boolean outlivesClient() {
            return true;
        }
    }

    /** Keeps the reply from the client, except for its first bytes, until the gate opens. */
    record HoldReply(Gate gate, int passingBytes) implements Fault {
        @Override
        public void onReply(ProxiedConnection connection, Message reply) throws IOException {
            gate.meet();
            gate.answer();
            connection.writeToClient(reply.firstBytes(passingBytes));
            gate.reach();
            gate.pass(connection.ended());
            connection.forwardReplyAfter(reply, passingBytes);
        }
    }

    /** The server never sees the request. */
    record DropRequest(Gate gate, ConnectionEnding ending) implements Fault {
        @Override
        public void onRequest(ProxiedConnection connection, Exchange exchange) {
            gate.meet();
            ending.end(connection);
            gate.reach();
        }
    }

    /** The server executes the request, and the client gets only the first bytes of the reply. */
    record DropReply(Gate gate, int passingBytes, ConnectionEnding ending) implements Fault {
        @Override
        public void onReply(ProxiedConnection connection, Message reply) throws IOException {
            gate.meet();
            connection.writeToClient(reply.firstBytes(passingBytes));
            ending.end(connection);
            gate.reach();
        }
    }

    /** The reply arrives no sooner than this time after its request. */
    record Latency(Gate gate, Duration latency, long endNanos) implements Fault {
        @Override
        public Fault chosenAt(long nowNanos) {
            return new Latency(gate, latency, nowNanos + latency.toNanos());
        }

        @Override
        public void onReply(ProxiedConnection connection, Message message) throws IOException {
            gate.meet();
            connection.pause(Duration.ofNanos(Math.max(0, endNanos - System.nanoTime())));
            connection.forwardReply(message);
            gate.reach();
        }
    }

    /** Request and reply arrive late. */
    record Delay(Gate gate, Duration request, Duration reply) implements Fault {
        @Override
        public void onRequest(ProxiedConnection connection, Exchange exchange) throws IOException {
            gate.meet();
            connection.pause(request);
            connection.forwardRequest(exchange);
        }

        @Override
        public void onReply(ProxiedConnection connection, Message message) throws IOException {
            connection.pause(reply);
            connection.forwardReply(message);
            gate.reach();
        }
    }
}
