// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.testbed.wire.Framing.Pairing;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Packets of ZooKeeper. */
class ZookeeperFramingTest {

    private static final byte[] CONNECT = packet(new byte[44]);

    private final ZookeeperFraming framing = new ZookeeperFraming();

    private static byte[] packet(byte[] body) {
        return ByteBuffer.allocate(4 + body.length)
                .putInt(body.length)
                .put(body)
                .array();
    }

    private static byte[] request(int xid, int type, String path) {
        byte[] text = path.getBytes(StandardCharsets.UTF_8);
        return packet(ByteBuffer.allocate(12 + text.length)
                .putInt(xid)
                .putInt(type)
                .putInt(text.length)
                .put(text)
                .array());
    }

    private static byte[] reply(int xid, int error) {
        return packet(
                ByteBuffer.allocate(16).putInt(xid).putLong(7).putInt(error).array());
    }

    private static InputStream stream(byte[]... packets) {
        int length = Arrays.stream(packets).mapToInt(packet -> packet.length).sum();
        ByteBuffer all = ByteBuffer.allocate(length);
        Arrays.stream(packets).forEach(all::put);
        return new ByteArrayInputStream(all.array());
    }

    @Test
    void requests_are_named_by_their_operation_behind_the_connect_packet() throws IOException {
        byte[] create = request(1, 15, "/a/lock-");
        InputStream in = stream(CONNECT, create, request(2, 14, ""), request(-2, 11, ""), request(3, 99, "/x"));
        assertThat(framing.readRequest(in).name()).isEqualTo("connect");
        Message first = framing.readRequest(in);
        assertThat(first.name()).isEqualTo("create2");
        assertThat(first.arguments()).isEqualTo(List.of("1", "/a/lock-"));
        assertThat(first.bytes()).isEqualTo(create);
        assertThat(framing.readRequest(in).arguments()).isEqualTo(List.of("2"));
        assertThat(framing.readRequest(in).name()).isEqualTo("ping");
        assertThat(framing.readRequest(in).name()).isEqualTo("operation 99");
        assertThat(framing.readRequest(in)).isNull();
    }

    @Test
    void a_packet_without_a_path_is_read_too() throws IOException {
        InputStream in = stream(
                CONNECT, packet(ByteBuffer.allocate(8).putInt(4).putInt(-11).array()));
        framing.readRequest(in);
        assertThat(framing.readRequest(in).name()).isEqualTo("closeSession");
    }

    @Test
    void watch_events_answer_nothing_and_pings_answer_pings() throws IOException {
        InputStream in = stream(CONNECT, reply(-1, 0), reply(-2, 0), reply(5, -101));
        Message connect = framing.readReply(in);
        assertThat(connect.name()).isEqualTo("connect");
        Message request = new Message("delete", List.of("5", "/a"), new byte[0]);
        assertThat(framing.pair(new Message("connect", List.of(), new byte[0]), connect))
                .isEqualTo(Pairing.LAST_PART);
        assertThat(framing.pair(request, framing.readReply(in))).isEqualTo(Pairing.UNSOLICITED);
        assertThat(framing.pair(new Message("ping", List.of("-2"), new byte[0]), framing.readReply(in)))
                .isEqualTo(Pairing.LAST_PART);
        Message answer = framing.readReply(in);
        assertThat(answer.arguments()).isEqualTo(List.of("5", "-101"));
        assertThat(framing.pair(request, answer)).isEqualTo(Pairing.LAST_PART);
        assertThat(framing.pair(null, answer)).isEqualTo(Pairing.UNSOLICITED);
    }

    @Test
    void half_a_packet_and_what_is_no_packet_are_errors() {
        assertThatThrownBy(() -> framing.readRequest(stream(Arrays.copyOf(CONNECT, 20))))
                .isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> framing.readRequest(stream("GET / HTTP/1.1".getBytes(StandardCharsets.US_ASCII))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a packet of ZooKeeper");
    }
}
