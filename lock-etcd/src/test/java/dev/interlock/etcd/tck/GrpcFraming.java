// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.tck;

import dev.interlock.testbed.wire.Framing;
import dev.interlock.testbed.wire.Message;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Calls of gRPC on one connection of HTTP/2. A request is the headers of a call and its first message together, named by
 * the method, such as {@code Txn}; its first argument is the stream, its second the message, byte for byte. A reply is a
 * frame of a stream, whichever comes first. All other frames, and further messages of a call, are answered by none.
 *
 * <p>That a client gives up a call, which it says by a frame of its own, is kept from the server, because a server may
 * cancel a call that it has not begun. Only a watch can be given up, which would else never end.
 */
public final class GrpcFraming implements Framing {

    private static final int PREFACE = 24;
    private static final int MESSAGE_HEAD = 5;
    private static final String FRAME = "frame";
    private static final String WATCH = "Watch";

    private final DefaultHttp2HeadersDecoder headers = new DefaultHttp2HeadersDecoder(false);
    private final Map<Integer, String> calls = new HashMap<>();
    private final Queue<Begun> begun = new ArrayDeque<>();
    private boolean prefaced;

    /** The framing of one new connection. */
    public GrpcFraming() {}

    /** A request in the order in which it began. */
    private static final class Begun {
        private final String name;
        private final int stream;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private byte[] message = new byte[MESSAGE_HEAD];
        private boolean complete;

        private Begun(String name, int stream) {
            this.name = name;
            this.stream = stream;
        }

        private Message message() {
            String id = Integer.toString(stream);
            String body = new String(message, StandardCharsets.ISO_8859_1).substring(MESSAGE_HEAD);
            return new Message(name, name.equals(FRAME) ? List.of(id) : List.of(id, body), bytes.toByteArray());
        }
    }

    @Override
    public @Nullable Message readRequest(InputStream in) throws IOException {
        if (!prefaced) {
            prefaced = true;
            byte[] preface = in.readNBytes(PREFACE);
            return preface.length == 0 ? null : new Message("preface", List.of("0"), preface);
        }
        while (begun.isEmpty() || !begun.peek().complete) {
            Http2Frame frame = Http2Frame.read(in);
            if (frame == null) {
                return null;
            }
            add(frame);
        }
        return begun.remove().message();
    }

    /** Calls go on in the order in which they began, since the compression of their headers depends on it. */
    private void add(Http2Frame frame) throws IOException {
        if (frame.type() == Http2Frame.HEADERS) {
            Begun call = new Begun(method(frame), frame.stream());
            calls.put(frame.stream(), call.name);
            begun.add(call);
            call.bytes.writeBytes(frame.bytes());
            call.complete = frame.endsStream();
            return;
        }
        Begun open = begun.stream()
                .filter(call -> !call.complete && call.stream == frame.stream())
                .findFirst()
                .orElse(null);
        if (open == null) {
            if (frame.type() == Http2Frame.RST_STREAM && !WATCH.equals(calls.getOrDefault(frame.stream(), WATCH))) {
                return;
            }
            open = new Begun(FRAME, frame.stream());
            open.complete = true;
            begun.add(open);
        } else if (frame.type() == Http2Frame.DATA) {
            open.message = frame.payload();
            open.complete = true;
        }
        open.bytes.writeBytes(frame.bytes());
        open.complete |= frame.endsStream();
    }

    private String method(Http2Frame frame) throws IOException {
        try {
            String path = headers.decodeHeaders(frame.stream(), Unpooled.wrappedBuffer(frame.payload()))
                    .path()
                    .toString();
            return path.substring(path.lastIndexOf('/') + 1);
        } catch (Http2Exception e) {
            throw new IOException(e);
        }
    }

    @Override
    public boolean isAnswered(Message request) {
        return request.arguments().size() > 1 && !request.name().equals(WATCH);
    }

    @Override
    public @Nullable Message readReply(InputStream in) throws IOException {
        Http2Frame frame = Http2Frame.read(in);
        return frame == null
                ? null
                : new Message(
                        frame.endsStream() ? "end" : FRAME, List.of(Integer.toString(frame.stream())), frame.bytes());
    }

    @Override
    public boolean mayAnswer(Message request, Message reply) {
        return request.arguments().get(0).equals(reply.arguments().get(0));
    }

    /** A window that the server opens for a stream is no answer. */
    @Override
    public Pairing pair(@Nullable Message oldest, Message reply) {
        int type = reply.firstBytes(4)[3];
        if (oldest == null || type > Http2Frame.RST_STREAM) {
            return Pairing.UNSOLICITED;
        }
        return reply.name().equals("end") ? Pairing.LAST_PART : Pairing.PART;
    }
}
