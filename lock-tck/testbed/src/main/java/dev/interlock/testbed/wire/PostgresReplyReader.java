// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/** Reads all messages of one reply. For one thread and one reply. */
final class PostgresReplyReader {

    private static final String ERROR = "ErrorResponse";
    private static final Map<Character, String> UNASKED =
            Map.of('A', "NotificationResponse", 'N', "NoticeResponse", 'S', "ParameterStatus");
    private static final Map<Character, String> LAST =
            Map.of('E', ERROR, 'G', "CopyInResponse", 'R', "Authentication", 'Z', "ReadyForQuery");

    /** These two of the login's messages ask nothing: "you are in", and the end of a successful exchange. */
    private static final List<Integer> NO_QUESTION = List.of(0, 12);

    private final InputStream in;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean failed;

    PostgresReplyReader(InputStream in) {
        this.in = in;
    }

    /** Whether a message of this name is unsolicited and not a reply. */
    static boolean isUnasked(String name) {
        return UNASKED.containsValue(name);
    }

    /**
     * Reads on from the first message. An unsolicited message is passed on alone if it comes first, since no other
     * message may follow for long; among others it is passed on with them. Messages at the end of the stream count as a
     * reply too: a server announces with them that it ends the connection.
     */
    Message read(PostgresMessage first) throws IOException {
        String unasked = UNASKED.get(first.type());
        if (unasked != null) {
            return new Message(unasked, List.of(), first.bytes());
        }
        PostgresMessage last = first;
        PostgresMessage message = first;
        while (message != null) {
            last = message;
            bytes.writeBytes(message.bytes());
            failed |= message.type() == 'E';
            message = isEnd(message) ? null : PostgresMessage.read(in);
        }
        String name = failed ? ERROR : LAST.getOrDefault(last.type(), "");
        return new Message(name, List.of(), bytes.toByteArray());
    }

    private static boolean isEnd(PostgresMessage message) {
        return switch (message.type()) {
            case 'Z', 'G' -> true;
            case 'R' -> !NO_QUESTION.contains(message.number());
            default -> false;
        };
    }
}
