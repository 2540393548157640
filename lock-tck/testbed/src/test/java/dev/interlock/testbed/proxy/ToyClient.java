// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.interlock.testbed.wire.LoopbackPort;
import dev.interlock.testbed.wire.RespFraming;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** One connection that sends commands and reads replies as they come, without waiting for one before the other. */
final class ToyClient implements Closeable {

    private static final int TIMEOUT_MILLIS = 10_000;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final RespFraming framing = new RespFraming();

    ToyClient(GateProxy proxy) throws IOException {
        socket.connect(new InetSocketAddress(LoopbackPort.loopback(), proxy.port()), TIMEOUT_MILLIS);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    String ask(String... words) throws IOException {
        send(words);
        return read();
    }

    void send(String... words) throws IOException {
        socket.getOutputStream().write(RespFraming.request(words));
    }

    /** The next reply's leaves in one line; null at the end of the stream. */
    String read() throws IOException {
        var reply = framing.readReply(in);
        return reply == null ? null : String.join(" ", reply.arguments());
    }

    /** All bytes until the end of the stream. */
    String readRaw(int count) throws IOException {
        return new String(in.readNBytes(count), UTF_8);
    }

    /** Whether nothing has come that was not read yet. */
    boolean hasNothingToRead() throws IOException {
        return in.available() == 0;
    }

    void finishSending() throws IOException {
        socket.shutdownOutput();
    }

    /** Ends the connection by a TCP RST, as the system does for a client that died with replies unread. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
