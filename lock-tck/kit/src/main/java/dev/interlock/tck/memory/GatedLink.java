// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.spi.BackendContext;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.process.BackendHost;
import dev.interlock.tck.process.ProcessAccess;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A link without a network: it decorates backends so that their steps meet the gates. A step that waits at a gate for
 * longer than the reply time-out ends as unknown. The step itself goes on when the gate opens, as at a frozen server
 * that resumes. Thread-safe.
 *
 * <p>A backend without a network gets no late replies. It may be stopped itself, and the worst moment is before it
 * reads the clock, so {@link #delayReplies} stops it there. A backend that reads the clock before its store acts is
 * late to act, which does no harm. A backend that reads it afterwards believes in its lease for too long by that time.
 */
public final class GatedLink implements FaultLink {

    private static final Logger LOG = LoggerFactory.getLogger(GatedLink.class);

    private final Supplier<LockBackend> backends;
    private final Duration replyTimeout;
    private final Queue<MemoryGate> gates = new ConcurrentLinkedQueue<>();
    private final Queue<MemoryGate> used = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Boolean> inStep = ThreadLocal.withInitial(() -> false);
    private volatile Duration latency = Duration.ZERO;
    private volatile State state = State.OPEN;
    private volatile CountDownLatch healed = new CountDownLatch(1);

    private enum State {
        OPEN,
        CUT,
        BLACK_HOLE
    }

    /**
     * Creates an open link.
     *
     * @param backends opens the backends to decorate
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
    public MessageGate holdRequest(RequestKind step, int position) {
        return armed(new MemoryGate(step, position, MemoryGate.Kind.HOLD_REQUEST, replyTimeout));
    }

    @Override
    public MessageGate holdReply(RequestKind step, int position) {
        return armed(new MemoryGate(step, position, MemoryGate.Kind.HOLD_REPLY, replyTimeout));
    }

    @Override
    public MessageGate dropReply(RequestKind step, int position) {
        return armed(new MemoryGate(step, position, MemoryGate.Kind.DROP_REPLY, replyTimeout));
    }

    @Override
    public MessageGate cutRequest(RequestKind step, int position) {
        return armed(new MemoryGate(step, position, MemoryGate.Kind.CUT_REQUEST, replyTimeout));
    }

    private MessageGate armed(MemoryGate gate) {
        gates.add(gate);
        return gate;
    }

    @Override
    public void delayReplies(Duration later) {
        healed = new CountDownLatch(1);
        latency = later;
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
        latency = Duration.ZERO;
        state = State.OPEN;
        healed.countDown();
    }

    @Override
    public void close() {
        heal();
        used.forEach(MemoryGate::open);
    }

    /**
     * Takes a step along the link. The answer in the result is null if the store did not answer; then the failure gives
     * the reason.
     */
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
                Call<T> timed = () -> inStep(call);
                return gate == null ? Passed.answered(timed.answer()) : gate.pass(timed);
            }
        }
        throw new IllegalStateException("unreachable");
    }

    /** Runs a step in which the backend may be late, and whose answer is late. */
    private <T> T inStep(Call<T> call) {
        inStep.set(true);
        try {
            return call.answer();
        } finally {
            inStep.remove();
            linger();
        }
    }

    /** Returns the context in which a backend behind this link starts. */
    BackendContext lateInSteps(BackendContext context) {
        return new LateContext(context, () -> {
            if (inStep.get()) {
                linger();
            }
        });
    }

    private void linger() {
        Duration late = latency;
        if (late.isZero()) {
            return;
        }
        try {
            boolean early = healed.await(late.toNanos(), TimeUnit.NANOSECONDS);
            LOG.trace("lingered for {}, healed meanwhile: {}", late, early);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
        MemoryGate gate = gates.stream()
                .filter(each -> each.catches(step) && each.isNext())
                .findFirst()
                .orElse(null);
        if (gate == null || !gates.remove(gate)) {
            return null;
        }
        used.add(gate);
        return gate;
    }

    /** A step of the backend behind the link. It returns the store's answer. */
    @FunctionalInterface
    interface Call<T> {
        T answer();
    }

    /** The result of a step on the link: an answer, or a failure that surely or possibly came before the store. */
    record Passed<T>(@Nullable T answer, @Nullable Exception failure, boolean surelyNotExecuted) {

        /** The failure of a step without an answer. */
        Exception cause() {
            return Objects.requireNonNull(failure, "failure");
        }

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
