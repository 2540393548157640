// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.process.BackendHost;
import dev.interlock.tck.process.ProcessAccess;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A link without a network: it decorates backends so that their steps meet the gates. A step that waits at a gate for
 * longer than the reply time-out ends as unknown, while the step itself goes on when the gate opens, as it would at a
 * server that was frozen. Thread-safe.
 */
public final class GatedLink implements FaultLink {

    private final Supplier<LockBackend> backends;
    private final Duration replyTimeout;
    private final Queue<MemoryGate> gates = new ConcurrentLinkedQueue<>();
    private final Queue<MemoryGate> used = new ConcurrentLinkedQueue<>();
    private volatile State state = State.OPEN;
    private volatile CountDownLatch healed = new CountDownLatch(1);

    private enum State {
        OPEN,
        CUT,
        BLACK_HOLE
    }

    /**
     * Creates a link that is open.
     *
     * @param backends what to decorate
     * @param replyTimeout how long a step waits at a gate
     */
    public GatedLink(Supplier<LockBackend> backends, Duration replyTimeout) {
        this.backends = backends;
        this.replyTimeout = replyTimeout;
    }

    @Override
    public LockBackend openBackend() {
        return new GatedBackend(backends.get(), this);
    }

    @Override
    public ProcessAccess processes() {
        return BackendHost.start(this::openBackend).clients();
    }

    @Override
    public Duration replyTimeout() {
        return replyTimeout;
    }

    @Override
    public MessageGate holdRequest(RequestKind step) {
        return armed(new MemoryGate(step, MemoryGate.Kind.HOLD_REQUEST, replyTimeout));
    }

    @Override
    public MessageGate holdReply(RequestKind step) {
        return armed(new MemoryGate(step, MemoryGate.Kind.HOLD_REPLY, replyTimeout));
    }

    @Override
    public void dropReply(RequestKind step) {
        armed(new MemoryGate(step, MemoryGate.Kind.DROP_REPLY, replyTimeout));
    }

    @Override
    public void cutRequest(RequestKind step) {
        armed(new MemoryGate(step, MemoryGate.Kind.CUT_REQUEST, replyTimeout));
    }

    private MessageGate armed(MemoryGate gate) {
        gates.add(gate);
        return gate;
    }

    @Override
    public void cut() {
        state = State.CUT;
    }

    @Override
    public void blackhole() {
        healed = new CountDownLatch(1);
        state = State.BLACK_HOLE;
    }

    @Override
    public void heal() {
        gates.clear();
        state = State.OPEN;
        healed.countDown();
    }

    @Override
    public void close() {
        heal();
        used.forEach(MemoryGate::open);
    }

    /** Takes a step along the link. The answer in it is null if the store did not answer; then its failure says why. */
    <T> Passed<T> pass(@Nullable RequestKind step, Call<T> call) {
        switch (state) {
            case CUT -> {
                return Passed.refused(new IOException("connection refused"));
            }
            case BLACK_HOLE -> {
                return swallowed();
            }
            case OPEN -> {
                MemoryGate gate = take(step);
                return gate == null ? Passed.answered(call.answer()) : gate.pass(call);
            }
        }
        throw new IllegalStateException("unreachable");
    }

    private <T> Passed<T> swallowed() {
        try {
            boolean early = healed.await(replyTimeout.toNanos(), TimeUnit.NANOSECONDS);
            return Passed.unknown(new IOException(early ? "connection reset" : "read timed out"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Passed.unknown(e);
        }
    }

    private @Nullable MemoryGate take(@Nullable RequestKind step) {
        MemoryGate gate =
                gates.stream().filter(each -> each.step() == step).findFirst().orElse(null);
        if (gate == null || !gates.remove(gate)) {
            return null;
        }
        used.add(gate);
        return gate;
    }

    /** A step of the backend behind the link, with the store's answer. */
    @FunctionalInterface
    interface Call<T> {
        T answer();
    }

    /** How a step fared on the link: an answer, or a failure that was surely or perhaps before the store. */
    record Passed<T>(@Nullable T answer, @Nullable Exception failure, boolean surelyNotExecuted) {

        static <T> Passed<T> answered(T answer) {
            return new Passed<>(answer, null, false);
        }

        static <T> Passed<T> unknown(Exception failure) {
            return new Passed<>(null, failure, false);
        }

        static <T> Passed<T> refused(Exception failure) {
            return new Passed<>(null, failure, true);
        }
    }
}
