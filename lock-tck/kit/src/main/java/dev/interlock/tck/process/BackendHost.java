// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.jvm.Conversation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of backends in this JVM for client processes, one backend for each connection, over a socket on 127.0.0.1.
 * With it, the rules that need several processes also run on memory, and on broken backends. Thread-safe.
 */
public final class BackendHost implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BackendHost.class);

    private final Supplier<LockBackend> backends;
    private final ServerSocket listening;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    private BackendHost(Supplier<LockBackend> backends, ServerSocket listening) {
        this.backends = backends;
        this.listening = listening;
    }

    /**
     * Starts the server.
     *
     * @param backends opens a backend that shares only the store with the others
     * @return the host, on a free port
     */
    public static BackendHost start(Supplier<LockBackend> backends) {
        try {
            ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            BackendHost host = new BackendHost(backends, listening);
            inBackground("hosted-backends", host::accept);
            return host;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on 127.0.0.1", e);
        }
    }

    /**
     * Returns how another process opens a backend of a fixture: by itself if it can, otherwise at a host in this JVM.
     *
     * @param opener opens the fixture's backends; other processes can use it if it is a {@link BackendOpener}
     * @param address where the store is, for such an opener
     * @param backends opens a backend in this JVM, for all other openers
     * @return the access
     */
    public static ProcessAccess clients(Object opener, String address, Supplier<LockBackend> backends) {
        return opener instanceof BackendOpener own
                ? new ProcessAccess(own.getClass(), address)
                : start(backends).clients();
    }

    /** Returns how another process opens a backend here. Closing the access closes the host. */
    public ProcessAccess clients() {
        return new ProcessAccess(HostedBackendOpener.class, Integer.toString(listening.getLocalPort()), this::close);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket connection = listening.accept();
                connections.add(connection);
                inBackground("hosted-backend", () -> serve(connection));
            } catch (IOException e) {
                LOG.trace("no more connections", e);
            }
        }
    }

    /** Serves a connection. When it ends, its locks stay until their leases end, as after the end of a process. */
    private void serve(Socket connection) {
        try (connection;
                LockBackend backend = backends.get()) {
            connection.setTcpNoDelay(true);
            backend.start(new StandaloneContext());
            HostedBackendProtocol protocol = new HostedBackendProtocol(backend, new ConcurrentHashMap<>());
            Conversation client = new Conversation(connection.getOutputStream());
            client.listen(connection.getInputStream(), question -> question.answer(protocol.answer(question.words())));
        } catch (IOException e) {
            LOG.trace("a client process is gone", e);
        } finally {
            connections.remove(connection);
        }
    }

    private static void inBackground(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Stops the server. */
    @Override
    public void close() {
        close(listening);
        connections.forEach(BackendHost::close);
    }

    private static void close(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            LOG.debug("a socket could not be closed", e);
        }
    }
}
