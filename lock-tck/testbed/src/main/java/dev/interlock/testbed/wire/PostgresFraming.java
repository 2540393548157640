// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of PostgreSQL, version 3 (https://www.postgresql.org/docs/17/protocol.html).
 *
 * <p>A request is a unit that the server answers as a whole: a simple {@code Query}, or all messages up to a {@code
 * Sync}, which count as {@code Execute} if they run something and are named by their first message otherwise. Its
 * arguments are the texts of the statements that it runs, whether they were prepared in it or earlier. A reply is one
 * message up to {@code ReadyForQuery}, or up to a question of the login; it is named {@code ErrorResponse} if it holds
 * one, and otherwise by its last message. Not understood: TLS and GSS encryption (the connection is reset when the
 * server agrees to one), {@code COPY} by a client and {@code Flush} (the connection is reset).
 *
 * <p>One instance per connection; see {@link Framing} for threads.
 */
public final class PostgresFraming implements Framing {

    static final String QUERY = "Query";
    static final String EXECUTE = "Execute";

    private static final String CANCEL = "CancelRequest";
    private static final String TERMINATE = "Terminate";
    private static final int CANCEL_CODE = 80_877_102;
    private static final int SSL_CODE = 80_877_103;
    private static final int GSS_CODE = 80_877_104;
    private static final Map<Character, String> REQUESTS = Map.of(
            'B',
            "Bind",
            'C',
            "Close",
            'D',
            "Describe",
            'E',
            EXECUTE,
            'F',
            "FunctionCall",
            'P',
            "Parse",
            'Q',
            QUERY,
            'S',
            "Sync",
            'X',
            TERMINATE,
            'p',
            "PasswordMessage");
    private static final String WITHIN_A_FLIGHT = "BCDEP";

    // State of the thread of requests.
    private final Map<String, String> statements = new HashMap<>();
    private final Map<String, String> portals = new HashMap<>();
    private boolean started;

    /** Written by the thread of requests before the server sees them, read by the thread of replies. */
    private final AtomicInteger encryptionAsked = new AtomicInteger();

    /** The framing of one new connection. */
    public PostgresFraming() {}

    @Override
    public @Nullable Message readRequest(InputStream in) throws IOException {
        PostgresMessage first = started ? PostgresMessage.read(in) : PostgresMessage.readUntyped(in);
        if (first == null) {
            return null;
        }
        return started ? readFlight(first, in) : start(first);
    }

    private Message start(PostgresMessage message) {
        return switch (message.number()) {
            case SSL_CODE, GSS_CODE -> {
                encryptionAsked.incrementAndGet();
                yield new Message("SSLRequest", List.of(), message.bytes());
            }
            case CANCEL_CODE -> new Message(CANCEL, List.of(), message.bytes());
            default -> {
                started = true;
                yield new Message("StartupMessage", List.of(), message.bytes());
            }
        };
    }

    private Message readFlight(PostgresMessage first, InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<String> run = new ArrayList<>();
        String name = nameOf(first);
        PostgresMessage message = first;
        while (true) {
            bytes.writeBytes(message.bytes());
            note(message, run);
            if (WITHIN_A_FLIGHT.indexOf(message.type()) < 0) {
                return new Message(run.isEmpty() || name.equals(QUERY) ? name : EXECUTE, run, bytes.toByteArray());
            }
            message = PostgresMessage.read(in);
            if (message == null) {
                throw new EOFException("stream ended before a Sync");
            }
            requireKnown(message);
        }
    }

    private static String nameOf(PostgresMessage message) throws IOException {
        requireKnown(message);
        return REQUESTS.getOrDefault(message.type(), "");
    }

    private static void requireKnown(PostgresMessage message) throws IOException {
        if (!REQUESTS.containsKey(message.type())) {
            throw new IOException("a message of type '" + message.type() + "' is not understood");
        }
    }

    /** Records the text behind a statement's name, and collects the texts that are executed. */
    private void note(PostgresMessage message, List<String> run) {
        switch (message.type()) {
            case 'Q' -> run.add(message.text(0, 0));
            case 'P' -> statements.put(message.text(0, 0), message.text(0, 1));
            case 'B' -> portals.put(message.text(0, 0), statements.getOrDefault(message.text(0, 1), ""));
            case 'E' -> run.add(portals.getOrDefault(message.text(0, 0), ""));
            case 'C' -> (message.letter() == 'S' ? statements : portals).remove(message.text(1, 0));
            default -> {}
        }
    }

    @Override
    public boolean isAnswered(Message request) {
        return !request.name().equals(TERMINATE) && !request.name().equals(CANCEL);
    }

    @Override
    public @Nullable Message readReply(InputStream in) throws IOException {
        int type = in.read();
        if (type < 0) {
            return null;
        }
        if (encryptionAsked.get() > 0 && "NSG".indexOf(type) >= 0) {
            encryptionAsked.decrementAndGet();
            if (type != 'N') {
                throw new IOException(
                        "the server agreed to encryption, which this proxy cannot read: set sslmode=disable");
            }
            return new Message("N", List.of(), new byte[] {(byte) type});
        }
        return new PostgresReplyReader(in).read(PostgresMessage.readAfterType((char) type, in));
    }

    @Override
    public Pairing pair(@Nullable Message oldest, Message reply) {
        boolean unasked = PostgresReplyReader.isUnasked(reply.name());
        return oldest == null || unasked ? Pairing.UNSOLICITED : Pairing.LAST_PART;
    }
}
