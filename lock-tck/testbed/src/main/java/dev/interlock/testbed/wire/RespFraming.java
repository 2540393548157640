// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of Redis and Valkey, versions 2 and 3 (https://redis.io/docs/latest/develop/reference/protocol-spec/).
 *
 * <p>A request is named by its command in upper case, {@code EVALSHA}. A reply is named by its type sign: {@code +},
 * {@code -}, {@code :}, {@code $}, {@code *}, {@code >} and so on; its arguments are its leaves as text, depth first,
 * {@link #NIL} for a null. Subscribing connections are understood in both versions. Not understood: {@code CLIENT REPLY
 * OFF | SKIP} (requests without a reply) and streamed types, which no server sends.
 *
 * <p>One instance per connection; see {@link Framing} for threads.
 */
public final class RespFraming implements Framing {

    /** The text of a null reply. */
    public static final String NIL = "(nil)";

    private static final Set<String> CONFIRMATIONS =
            Set.of("subscribe", "psubscribe", "ssubscribe", "unsubscribe", "punsubscribe", "sunsubscribe");
    private static final Set<String> PUBLISHED = Set.of("message", "pmessage", "smessage");

    private boolean arraysMayBePublished;
    private int confirmationsSeen;

    /** The framing of one new connection. */
    public RespFraming() {}

    /** A request as bytes: an array of bulk strings, UTF-8. */
    public static byte[] request(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("*" + words.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (String word : words) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            out.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.writeBytes(bytes);
            out.writeBytes(new byte[] {'\r', '\n'});
        }
        return out.toByteArray();
    }

    @Override
    public @Nullable Message readRequest(InputStream in) throws IOException {
        RespReader reader = new RespReader(in);
        int type = reader.readType();
        if (type < 0) {
            return null;
        }
        if (type == '*') {
            reader.readValue(type);
        } else {
            reader.readInlineCommand(type);
        }
        List<String> words = reader.leaves();
        return words.isEmpty()
                ? new Message("", words, reader.bytes())
                : new Message(words.get(0).toUpperCase(Locale.ROOT), words.subList(1, words.size()), reader.bytes());
    }

    @Override
    public @Nullable Message readReply(InputStream in) throws IOException {
        RespReader reader = new RespReader(in);
        int type = reader.readType();
        if (type < 0) {
            return null;
        }
        int valueType = reader.readValue(type);
        return new Message(Character.toString(valueType), reader.leaves(), reader.bytes());
    }

    @Override
    public Pairing pair(@Nullable Message oldest, Message reply) {
        String kind =
                reply.arguments().isEmpty() ? "" : reply.arguments().get(0).toLowerCase(Locale.ROOT);
        boolean push = reply.name().equals(">");
        if (push || (reply.name().equals("*") && (arraysMayBePublished || isSubscription(oldest)))) {
            if (CONFIRMATIONS.contains(kind)) {
                arraysMayBePublished = !push && !reply.arguments().get(2).equals("0");
                return confirm(oldest, kind);
            }
            if (push || PUBLISHED.contains(kind)) {
                return Pairing.UNSOLICITED;
            }
        }
        return oldest == null ? Pairing.UNSOLICITED : Pairing.LAST_PART;
    }

    private static boolean isSubscription(@Nullable Message request) {
        return request != null && CONFIRMATIONS.contains(request.name().toLowerCase(Locale.ROOT));
    }

    /**
     * One request for n channels is confirmed n times; without channels at least once, the rest counts as unsolicited.
     */
    private Pairing confirm(@Nullable Message oldest, String kind) {
        if (oldest == null || !oldest.name().equalsIgnoreCase(kind)) {
            return Pairing.UNSOLICITED;
        }
        confirmationsSeen++;
        if (confirmationsSeen < oldest.arguments().size()) {
            return Pairing.PART;
        }
        confirmationsSeen = 0;
        return Pairing.LAST_PART;
    }
}
