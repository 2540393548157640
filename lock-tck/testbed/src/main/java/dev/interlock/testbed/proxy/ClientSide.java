// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import dev.interlock.testbed.wire.Framing;
import dev.interlock.testbed.wire.Message;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client's end of a proxied connection. When a client has left, its server is notified only once it has executed
 * all that it owes: a server that learns it sooner may cancel those requests. Requests are read by one thread, replies
 * written by another.
 */
final class ClientSide {

    private static final Logger LOG = LoggerFactory.getLogger(ClientSide.class);

    private final Socket socket;
    private final Framing framing;
    private final Unanswered unanswered;

    ClientSide(Socket socket, Framing framing, Unanswered unanswered) {
        this.socket = socket;
        this.framing = framing;
        this.unanswered = unanswered;
    }

    /** The next request from the client's buffered stream; null at its end. */
    @Nullable
    Message nextRequest(InputStream in) throws IOException {
        Message next = null;
        try {
            next = framing.readRequest(in);
            return next;
        } finally {
            if (next == null) {
                unanswered.awaitOwed();
            }
        }
    }

    void write(byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            if (!unanswered.isOwed()) {
                throw e;
            }
            LOG.debug("a client has left before its server answered: {}", e.toString());
        }
    }
}
