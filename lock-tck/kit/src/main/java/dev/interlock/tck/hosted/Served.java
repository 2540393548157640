// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.hosted;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/** One client process at a host: its steps one after the other, on the backend that was opened for it. For one thread. */
final class Served {

    private final LockBackend backend;
    private final DataInputStream in;
    private final DataOutputStream out;

    Served(LockBackend backend, Socket connection) throws IOException {
        this.backend = backend;
        in = new DataInputStream(connection.getInputStream());
        out = new DataOutputStream(connection.getOutputStream());
    }

    /** Ends by an exception, at the latest when the client process does. */
    void run() throws IOException {
        for (; ; ) {
            Step step = Step.valueOf(in.readUTF());
            if (step == Step.CAPABILITIES) {
                Frames.write(out, backend.capabilities());
            } else {
                answer(step, Frames.readAttempt(in));
            }
            out.flush();
        }
    }

    private void answer(Step step, Attempt attempt) throws IOException {
        switch (step) {
            case ACQUIRE -> write(backend.tryAcquire(attempt));
            case RENEW -> {
                Grant grant = new Grant(attempt, in.readLong(), System.nanoTime(), attempt.lease());
                write(backend.renew(grant, Duration.ofMillis(in.readLong())));
            }
            case RELEASE -> write(backend.release(attempt));
            default -> throw new IOException("unexpected step " + step);
        }
    }

    private void write(AcquireOutcome outcome) throws IOException {
        if (outcome instanceof AcquireOutcome.Granted granted) {
            out.writeUTF(Outcomes.DONE);
            out.writeLong(granted.grant().token());
            out.writeLong(granted.grant().lease().toMillis());
        } else if (outcome instanceof AcquireOutcome.Contended contended) {
            out.writeUTF(Outcomes.NOT_DONE);
            out.writeLong(contended.retryAfter().toMillis());
        } else {
            out.writeUTF(Outcomes.UNKNOWN);
        }
    }

    private void write(RenewOutcome outcome) throws IOException {
        if (outcome instanceof RenewOutcome.Renewed renewed) {
            out.writeUTF(Outcomes.DONE);
            out.writeLong(renewed.lease().toMillis());
        } else {
            out.writeUTF(outcome instanceof RenewOutcome.NotOwner ? Outcomes.NOT_DONE : Outcomes.UNKNOWN);
        }
    }

    private void write(ReleaseOutcome outcome) throws IOException {
        boolean released = outcome instanceof ReleaseOutcome.Released;
        boolean notOwner = outcome instanceof ReleaseOutcome.NotOwner;
        out.writeUTF(released ? Outcomes.DONE : notOwner ? Outcomes.NOT_DONE : Outcomes.UNKNOWN);
    }
}
