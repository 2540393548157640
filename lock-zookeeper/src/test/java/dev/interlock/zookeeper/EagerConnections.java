// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Clients that each ask a server of this machine for a session, one each millisecond, whether it runs or not. */
final class EagerConnections implements AutoCloseable {

    private static final int LIMIT_MILLIS = 20_000;

    /** Protocol 0, no transaction seen, 10 s, no former session, an empty password, not read-only. */
    private static final byte[] CONNECT = ByteBuffer.allocate(49)
            .putInt(45)
            .putInt(0)
            .putLong(0)
            .putInt(10_000)
            .putLong(0)
            .putInt(16)
            .put(new byte[17])
            .array();

    private final int port;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final List<Socket> open = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<Void> connecting;

    EagerConnections(int port) {
        this.port = port;
        this.connecting = CompletableFuture.runAsync(this::connect, task -> new Thread(task, "eager").start());
    }

    private void connect() {
        try {
            while (!stopped.await(1, TimeUnit.MILLISECONDS)) {
                try {
                    Socket socket = new Socket("127.0.0.1", port);
                    open.add(socket);
                    socket.getOutputStream().write(CONNECT);
                } catch (IOException e) {
                    // The server does not run.
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How many connections the server has accepted until now. */
    int made() {
        return open.size();
    }

    /** Stops connecting. The first one that got neither an answer nor the end of its connection. */
    Optional<Socket> unanswered() throws IOException {
        stop();
        for (Socket each : open) {
            try {
                each.setSoTimeout(LIMIT_MILLIS);
                each.getInputStream().read();
            } catch (SocketTimeoutException e) {
                return Optional.of(each);
            } catch (IOException e) {
                // The server broke the connection.
            }
        }
        return Optional.empty();
    }

    private void stop() {
        stopped.countDown();
        connecting.join();
    }

    @Override
    public void close() throws IOException {
        stop();
        for (Socket each : open) {
            each.close();
        }
    }
}
