// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * How a protocol cuts a connection's two byte streams into messages, and which reply belongs to which request.
 *
 * <p>One instance serves one connection and may keep state. {@link #readRequest} and {@link #isAnswered} are called
 * by one thread, {@link #readReply} and {@link #pair} by another: an implementation shares nothing between the two
 * sides unguarded.
 */
public interface Framing {

    /** How a reply relates to the oldest request that is still without a complete answer. */
    enum Pairing {
        /** It completes the answer to the oldest request. */
        LAST_PART,
        /** It is a part of the answer to the oldest request, and more parts follow. */
        PART,
        /** It answers no request: a published message, a push, a watch event, a greeting. */
        UNSOLICITED
    }

    /**
     * Reads the next complete request, waiting for it.
     *
     * @param in the client's stream; buffered
     * @return the request, or null if the stream ended between two messages
     * @throws IOException if the stream ended or failed within a message, or is not of this protocol
     */
    @Nullable
    Message readRequest(InputStream in) throws IOException;

    /**
     * Reads the next complete reply, waiting for it.
     *
     * @param in the server's stream; buffered
     * @return the reply, or null if the stream ended between two messages
     * @throws IOException if the stream ended or failed within a message, or is not of this protocol
     */
    @Nullable
    Message readReply(InputStream in) throws IOException;

    /**
     * Whether the server answers a request at all. Called once per request, by the thread that read it.
     *
     * @param request the request just read
     */
    default boolean isAnswered(Message request) {
        return true;
    }

    /**
     * Whether a reply can belong to a request, for a protocol whose replies need not come in the order of the requests. The
     * reply then belongs to the oldest such request. Called by the thread of {@link #readReply}.
     *
     * @param request a request without a complete answer
     * @param reply the reply just read
     */
    default boolean mayAnswer(Message request, Message reply) {
        return true;
    }

    /**
     * Decides which request a reply answers. Called once per reply, in order, also for the greeting of a server, before
     * which there is no request.
     *
     * @param oldest the oldest request without a complete answer that the reply {@linkplain #mayAnswer may answer}, or
     *     null if there is none
     * @param reply the reply just read
     */
    Pairing pair(@Nullable Message oldest, Message reply);
}
