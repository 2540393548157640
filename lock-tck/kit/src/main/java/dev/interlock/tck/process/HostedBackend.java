// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.ShareSteps;
import dev.interlock.testbed.jvm.Conversation;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A backend that a {@link BackendHost} keeps for this process. Every step is a request to the host. Thread-safe. */
final class HostedBackend implements LockBackend {

    private static final Logger LOG = LoggerFactory.getLogger(HostedBackend.class);

    private final Socket socket;
    private final Conversation connection;
    private final HostedAnswers host;
    private @Nullable BackendContext context;
    private @Nullable Capabilities capabilities;

    HostedBackend(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        connection = new Conversation(socket.getOutputStream());
        host = new HostedAnswers(connection);
    }

    @Override
    public void start(BackendContext started) {
        context = started;
        Thread listener = new Thread(this::listen, "hosted-backend-answers");
        listener.setDaemon(true);
        listener.start();
        capabilities = HostedBackendProtocol.capabilities(host.ask(HostedBackendProtocol.CAPABILITIES));
    }

    private void listen() {
        try {
            connection.listen(socket.getInputStream(), question -> {
                throw new IllegalStateException("a host asks nothing");
            });
        } catch (IOException e) {
            LOG.trace("the host is gone, or this backend was closed", e);
        }
    }

    @Override
    public Capabilities capabilities() {
        return Objects.requireNonNull(capabilities, "start comes first");
    }

    @Override
    public String store() {
        return "a backend hosted on port " + socket.getPort();
    }

    private LockClock clock() {
        return Objects.requireNonNull(context, "start comes first").clock();
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return host.acquire(
                attempt, clock().nanoTime(), HostedBackendProtocol.question(HostedBackendProtocol.ACQUIRE, attempt));
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return host.renew(
                clock().nanoTime(),
                HostedBackendProtocol.question(
                        HostedBackendProtocol.RENEW, grant.attempt(), grant.token(), lease.toMillis()));
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return host.release(HostedBackendProtocol.question(HostedBackendProtocol.RELEASE, attempt));
    }

    @Override
    public Optional<ShareSteps> shares() {
        return capabilities().has(Capability.SHARES)
                ? Optional.of(new HostedShares(host, clock(), capabilities()))
                : Optional.empty();
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        throw new UnsupportedOperationException("client processes do not inspect");
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("the connection to the host could not be closed", e);
        }
    }
}
