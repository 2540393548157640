// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import static dev.interlock.tck.process.HostedBackendProtocol.duration;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.testbed.jvm.Conversation;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A backend that a {@link BackendHost} keeps for this process. Every step is a request to the host. Thread-safe. */
final class HostedBackend implements LockBackend {

    private static final Logger LOG = LoggerFactory.getLogger(HostedBackend.class);

    private final Socket socket;
    private final Conversation host;
    private @Nullable BackendContext context;
    private @Nullable Capabilities capabilities;

    HostedBackend(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        host = new Conversation(socket.getOutputStream());
    }

    @Override
    public void start(BackendContext started) {
        context = started;
        Thread listener = new Thread(this::listen, "hosted-backend-answers");
        listener.setDaemon(true);
        listener.start();
        capabilities = HostedBackendProtocol.capabilities(ask(HostedBackendProtocol.CAPABILITIES));
    }

    private void listen() {
        try {
            host.listen(socket.getInputStream(), question -> {
                throw new IllegalStateException("a host asks nothing");
            });
        } catch (IOException e) {
            LOG.trace("the host is gone, or this backend was closed", e);
        }
    }

    private List<String> ask(String... question) {
        return host.ask(question).join();
    }

    @Override
    public Capabilities capabilities() {
        return Objects.requireNonNull(capabilities, "start comes first");
    }

    @Override
    public String store() {
        return "a backend hosted on port " + socket.getPort();
    }

    private long now() {
        return Objects.requireNonNull(context, "start comes first").clock().nanoTime();
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        long sent = now();
        try {
            List<String> answer = ask(HostedBackendProtocol.question(HostedBackendProtocol.ACQUIRE, attempt));
            return switch (answer.get(0)) {
                case HostedBackendProtocol.DONE ->
                    new AcquireOutcome.Granted(
                            Grant.of(attempt, Long.parseLong(answer.get(1)), sent, duration(answer.get(2))));
                case HostedBackendProtocol.NOT_DONE -> new AcquireOutcome.Contended(duration(answer.get(1)));
                default -> new AcquireOutcome.Unknown(couldNotTell());
            };
        } catch (CompletionException e) {
            return new AcquireOutcome.Unknown(e);
        }
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        long sent = now();
        try {
            List<String> answer = ask(HostedBackendProtocol.question(
                    HostedBackendProtocol.RENEW, grant.attempt(), grant.token(), lease.toMillis()));
            return switch (answer.get(0)) {
                case HostedBackendProtocol.DONE -> new RenewOutcome.Renewed(sent, duration(answer.get(1)));
                case HostedBackendProtocol.NOT_DONE -> new RenewOutcome.NotOwner("the host says so");
                default -> new RenewOutcome.Unknown(couldNotTell());
            };
        } catch (CompletionException e) {
            return new RenewOutcome.Unknown(e);
        }
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        try {
            return switch (ask(HostedBackendProtocol.question(HostedBackendProtocol.RELEASE, attempt))
                    .get(0)) {
                case HostedBackendProtocol.DONE -> new ReleaseOutcome.Released();
                case HostedBackendProtocol.NOT_DONE -> new ReleaseOutcome.NotOwner();
                default -> new ReleaseOutcome.Unknown(couldNotTell());
            };
        } catch (CompletionException e) {
            return new ReleaseOutcome.Unknown(e);
        }
    }

    private static IOException couldNotTell() {
        return new IOException("the host could not tell");
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
