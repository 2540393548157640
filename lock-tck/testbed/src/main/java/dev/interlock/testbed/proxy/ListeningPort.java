// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listening port of 127.0.0.1 with the thread that accepts on it. Once it is closed, the system refuses connections.
 */
final class ListeningPort implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ListeningPort.class);
    private static final int BACKLOG = 512;
    private static final int TRIES = 20;

    private final ServerSocket socket;
    private final Consumer<Socket> connections;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private ListeningPort(ServerSocket socket, Consumer<Socket> connections) {
        this.socket = socket;
        this.connections = connections;
        Thread thread = new Thread(this::accept, "gate-proxy-" + port() + "-accept");
        thread.setDaemon(true);
        thread.start();
    }

    static ListeningPort onFreePort(Consumer<Socket> connections) {
        for (int i = 1; ; i++) {
            try {
                return onPort(LoopbackPort.free(), connections);
            } catch (UncheckedIOException e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }

    static ListeningPort onPort(int port, Consumer<Socket> connections) {
        try {
            return new ListeningPort(new ServerSocket(port, BACKLOG, LoopbackPort.loopback()), connections);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on 127.0.0.1:" + port, e);
        }
    }

    int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                connections.accept(socket.accept());
            }
        } catch (IOException e) {
            LOG.debug("port {} accepts no more: {}", port(), e.getMessage());
        } finally {
            ended.complete(null);
        }
    }

    /** Waits for the thread: the system keeps the port open as long as a thread is within {@code accept}. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.warn("closing port {} failed", port(), e);
        }
        ended.join();
    }
}
