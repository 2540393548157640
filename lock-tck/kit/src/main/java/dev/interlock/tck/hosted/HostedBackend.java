// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.hosted;

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
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A client process's end of a connection to a {@link BackendHost}. Thread-safe; one step at a time. */
final class HostedBackend implements LockBackend {

    /** What is read back from the host. */
    @FunctionalInterface
    private interface Reply<T> {
        T read(DataInputStream in) throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(HostedBackend.class);

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final ReentrantLock steps = new ReentrantLock();
    private @Nullable BackendContext context;
    private @Nullable Capabilities capabilities;

    HostedBackend(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(socket.getOutputStream());
    }

    @Override
    public void start(BackendContext started) {
        context = started;
        try {
            out.writeUTF(Step.CAPABILITIES.name());
            capabilities = Frames.readCapabilities(in);
        } catch (IOException e) {
            throw new UncheckedIOException("the host did not answer", e);
        }
    }

    @Override
    public Capabilities capabilities() {
        Capabilities known = capabilities;
        if (known == null) {
            throw new IllegalStateException("not started");
        }
        return known;
    }

    @Override
    public String store() {
        return "a backend hosted on port " + socket.getPort();
    }

    private long now() {
        BackendContext started = context;
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        return started.clock().nanoTime();
    }

    private <T> T step(Step step, Attempt attempt, long[] more, Reply<T> reply) throws IOException {
        steps.lock();
        try {
            out.writeUTF(step.name());
            Frames.write(out, attempt);
            for (long each : more) {
                out.writeLong(each);
            }
            return reply.read(in);
        } finally {
            steps.unlock();
        }
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        long sent = now();
        try {
            return step(Step.ACQUIRE, attempt, new long[0], reply -> switch (reply.readUTF()) {
                case Outcomes.DONE ->
                    new AcquireOutcome.Granted(
                            new Grant(attempt, reply.readLong(), sent, Duration.ofMillis(reply.readLong())));
                case Outcomes.NOT_DONE -> new AcquireOutcome.Contended(Duration.ofMillis(reply.readLong()));
                default -> new AcquireOutcome.Unknown(new IOException("the host could not tell"));
            });
        } catch (IOException e) {
            return new AcquireOutcome.Unknown(e);
        }
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        long sent = now();
        try {
            long[] more = {grant.token(), lease.toMillis()};
            return step(Step.RENEW, grant.attempt(), more, reply -> switch (reply.readUTF()) {
                case Outcomes.DONE -> new RenewOutcome.Renewed(sent, Duration.ofMillis(reply.readLong()));
                case Outcomes.NOT_DONE -> new RenewOutcome.NotOwner("the host says so");
                default -> new RenewOutcome.Unknown(new IOException("the host could not tell"));
            });
        } catch (IOException e) {
            return new RenewOutcome.Unknown(e);
        }
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        try {
            return step(Step.RELEASE, attempt, new long[0], reply -> switch (reply.readUTF()) {
                case Outcomes.DONE -> new ReleaseOutcome.Released();
                case Outcomes.NOT_DONE -> new ReleaseOutcome.NotOwner();
                default -> new ReleaseOutcome.Unknown(new IOException("the host could not tell"));
            });
        } catch (IOException e) {
            return new ReleaseOutcome.Unknown(e);
        }
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
