// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import dev.interlock.testbed.wire.Message;
import java.io.IOException;
import java.time.Duration;

/**
 * What happens to one request and its reply. A connection's two threads call it, one for each direction, so a fault
 * keeps no state of its own; blocking blocks its direction of that connection only.
 */
interface Fault {

    /** Everything passes. */
    Fault NONE = new Fault() {};

    /** The request was read from the client and is not yet forwarded. */
    default void onRequest(Link link, Exchange exchange) throws IOException {
        link.forwardRequest(exchange);
    }

    /** The reply, or its first part, was read from the server and is not yet forwarded. */
    default void onReply(Link link, Message reply) throws IOException {
        link.forwardReply(reply);
    }

    /** A request and what is to happen to it. */
    record Exchange(Message request, Fault fault) {}

    /** Keeps the request from the server until the gate opens. */
    record HoldRequest(Gate gate) implements Fault {
        @Override
        public void onRequest(Link link, Exchange exchange) throws IOException {
            gate.meet();
            gate.reach();
            gate.pass(link.ended());
            link.forwardRequest(exchange);
        }
    }

    /** Keeps the reply from the client, except for its first bytes, until the gate opens. */
    record HoldReply(Gate gate, int passingBytes) implements Fault {
        @Override
        public void onReply(Link link, Message reply) throws IOException {
            gate.meet();
            link.writeToClient(reply.firstBytes(passingBytes));
            gate.reach();
            gate.pass(link.ended());
            link.forwardReplyAfter(reply, passingBytes);
        }
    }

    /** The server never sees the request. */
    record DropRequest(Gate gate, Ending ending) implements Fault {
        @Override
        public void onRequest(Link link, Exchange exchange) {
            gate.meet();
            ending.end(link);
            gate.reach();
        }
    }

    /** The server acts, and the client sees no more than the first bytes of the reply. */
    record DropReply(Gate gate, int passingBytes, Ending ending) implements Fault {
        @Override
        public void onReply(Link link, Message reply) throws IOException {
            gate.meet();
            link.writeToClient(reply.firstBytes(passingBytes));
            ending.end(link);
            gate.reach();
        }
    }

    /** Request and reply arrive late. */
    record Delay(Gate gate, Duration request, Duration reply) implements Fault {
        @Override
        public void onRequest(Link link, Exchange exchange) throws IOException {
            gate.meet();
            link.pause(request);
            link.forwardRequest(exchange);
        }

        @Override
        public void onReply(Link link, Message message) throws IOException {
            link.pause(reply);
            link.forwardReply(message);
            gate.reach();
        }
    }
}
