// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.interlock.testbed.wire.LoopbackPort;
import dev.interlock.testbed.wire.Message;
import dev.interlock.testbed.wire.RespFraming;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server that watches its client's end of the connection while it works, as those of HTTP do, and drops the work of a
 * client that has gone. One connection at a time; {@code REFUSE} ends the connection instead of an answer.
 */
final class CancellingServer implements AutoCloseable {

    /** How long a command takes, during which the connection is watched. */
    private static final int WORK_MILLIS = 100;

    final List<String> executed = new CopyOnWriteArrayList<>();
    final List<String> cancelled = new CopyOnWriteArrayList<>();
    private final ServerSocket listener;

    CancellingServer() throws IOException {
        listener = new ServerSocket(0, 50, LoopbackPort.loopback());
        Thread thread = new Thread(this::accept, "cancelling-server");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                serve(socket);
            } catch (IOException e) {
                cancelled.add(String.valueOf(e.getMessage()));
            }
        }
    }

    private void serve(Socket socket) throws IOException {
        RespFraming framing = new RespFraming();
        InputStream in = socket.getInputStream();
        for (Message request = framing.readRequest(in); request != null; request = framing.readRequest(in)) {
            if (request.name().equals("REFUSE")) {
                return;
            }
            if (hasLeft(socket)) {
                cancelled.add(request.name());
                return;
            }
            executed.add(request.name());
            socket.getOutputStream().write("+OK\r\n".getBytes(UTF_8));
        }
    }

    /** Works for a while, with an eye on the connection. */
    private static boolean hasLeft(Socket socket) throws IOException {
        socket.setSoTimeout(WORK_MILLIS);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException stillThere) {
            return false;
        } finally {
            socket.setSoTimeout(0);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
