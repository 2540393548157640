// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.interlock.testbed.wire.LoopbackPort;
import dev.interlock.testbed.wire.Message;
import dev.interlock.testbed.wire.RespFraming;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server in this JVM that answers each command with its own words ({@code ECHO a} with {@code "ECHO a"}), and records
 * what it received and how its connections ended.
 */
final class ToyServer implements AutoCloseable {

    final List<String> received = new CopyOnWriteArrayList<>();
    final List<String> endings = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ServerSocket listener;

    ToyServer() throws IOException {
        listener = new ServerSocket(0, 50, LoopbackPort.loopback());
        daemon(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                open.add(socket);
                daemon(() -> serve(socket));
            }
        } catch (IOException e) {
            endings.add("listener");
        }
    }

    private void serve(Socket socket) {
        RespFraming framing = new RespFraming();
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (Message request = framing.readRequest(in); request != null; request = framing.readRequest(in)) {
                String words = (request.name() + " " + String.join(" ", request.arguments())).trim();
                received.add(words);
                socket.getOutputStream().write(("+" + words + "\r\n").getBytes(UTF_8));
            }
            endings.add("end of stream");
        } catch (IOException e) {
            endings.add(String.valueOf(e.getMessage()));
        }
        open.remove(socket);
    }

    private static void daemon(Runnable body) {
        Thread thread = new Thread(body, "toy-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
