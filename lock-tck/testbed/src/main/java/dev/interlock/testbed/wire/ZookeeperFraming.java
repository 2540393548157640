// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The client protocol of ZooKeeper: packets behind their length in four bytes
 * (https://github.com/apache/zookeeper/blob/release-3.9.5/zookeeper-jute/src/main/resources/zookeeper.jute).
 *
 * <p>A request is named by its operation, {@code create2}, {@code setData}; its first argument is its xid, its second,
 * if the operation has one, the path. A reply is named {@code reply} and has the xid and the error code as arguments.
 * The first packet of each side has no header: it is named {@code connect}. Watch events (xid -1) are unsolicited.
 * Pings and their replies share the xid -2; a server answers the requests of a connection in order, so that a ping's
 * reply never overtakes another.
 *
 * <p>One instance per connection; see {@link Framing} for threads.
 */
public final class ZookeeperFraming implements Framing {

    private static final int MAX_BYTES = 16 << 20;
    private static final int WATCH_EVENT = -1;
    private static final Map<Integer, String> OPERATIONS = Map.ofEntries(
            Map.entry(1, "create"),
            Map.entry(2, "delete"),
            Map.entry(3, "exists"),
            Map.entry(4, "getData"),
            Map.entry(5, "setData"),
            Map.entry(6, "getACL"),
            Map.entry(7, "setACL"),
            Map.entry(8, "getChildren"),
            Map.entry(9, "sync"),
            Map.entry(11, "ping"),
            Map.entry(12, "getChildren2"),
            Map.entry(13, "check"),
            Map.entry(14, "multi"),
            Map.entry(15, "create2"),
            Map.entry(17, "checkWatches"),
            Map.entry(19, "createContainer"),
            Map.entry(100, "auth"),
            Map.entry(101, "setWatches"),
            Map.entry(105, "setWatches2"),
            Map.entry(-11, "closeSession"));

    private boolean requestsConnected;
    private boolean repliesConnected;

    /** The framing of one new connection. */
    public ZookeeperFraming() {}

    @Override
    public @Nullable Message readRequest(InputStream in) throws IOException {
        byte[] packet = readPacket(in);
        if (packet == null) {
            return null;
        }
        if (!requestsConnected) {
            requestsConnected = true;
            return new Message("connect", List.of(), packet);
        }
        ByteBuffer body = ByteBuffer.wrap(packet, Integer.BYTES, packet.length - Integer.BYTES);
        String xid = Integer.toString(body.getInt());
        int type = body.getInt();
        String name = OPERATIONS.getOrDefault(type, "operation " + type);
        String path = type > 0 && type < 100 && type != 14 ? text(body) : null;
        return new Message(name, path == null ? List.of(xid) : List.of(xid, path), packet);
    }

    @Override
    public @Nullable Message readReply(InputStream in) throws IOException {
        byte[] packet = readPacket(in);
        if (packet == null) {
            return null;
        }
        if (!repliesConnected) {
            repliesConnected = true;
            return new Message("connect", List.of(), packet);
        }
        ByteBuffer body = ByteBuffer.wrap(packet, Integer.BYTES, packet.length - Integer.BYTES);
        String xid = Integer.toString(body.getInt());
        body.getLong();
        return new Message("reply", List.of(xid, Integer.toString(body.getInt())), packet);
    }

    @Override
    public Pairing pair(@Nullable Message oldest, Message reply) {
        boolean event = reply.name().equals("reply") && reply.arguments().get(0).equals(Integer.toString(WATCH_EVENT));
        return event || oldest == null ? Pairing.UNSOLICITED : Pairing.LAST_PART;
    }

    /** The packet with its length in front; null if the stream ended before it. */
    private static byte @Nullable [] readPacket(InputStream in) throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        DataInputStream data = new DataInputStream(in);
        int length = first << 24 | data.readUnsignedByte() << 16 | data.readUnsignedShort();
        if (length < 0 || length > MAX_BYTES) {
            throw new IOException("not a packet of ZooKeeper: its length is " + length);
        }
        byte[] packet = new byte[Integer.BYTES + length];
        ByteBuffer.wrap(packet).putInt(length);
        if (data.readNBytes(packet, Integer.BYTES, length) < length) {
            throw new EOFException("the stream ended within a packet of " + length + " bytes");
        }
        return packet;
    }

    private static @Nullable String text(ByteBuffer body) {
        if (body.remaining() < Integer.BYTES) {
            return null;
        }
        int length = body.getInt();
        if (length < 0 || length > body.remaining()) {
            return null;
        }
        byte[] text = new byte[length];
        body.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
