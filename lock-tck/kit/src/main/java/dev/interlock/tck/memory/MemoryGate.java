// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.memory.GatedLink.Call;
import dev.interlock.tck.memory.GatedLink.Passed;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A gate of a {@link GatedLink}. It catches one step. Thread-safe. */
final class MemoryGate implements MessageGate {

    enum Kind {
        HOLD_REQUEST,
        HOLD_REPLY,
        DROP_REPLY,
        CUT_REQUEST
    }

    private final RequestKind step;
    private final AtomicInteger before;
    private final Kind kind;
    private final Duration replyTimeout;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition change = lock.newCondition();
    private boolean reached;
    private boolean open;
    private boolean answered;
    private @Nullable Call<?> late;

    MemoryGate(RequestKind step, int position, Kind kind, Duration replyTimeout) {
        this.step = step;
        this.before = new AtomicInteger(position);
        this.kind = kind;
        this.replyTimeout = replyTimeout;
    }

    boolean catches(@Nullable RequestKind passing) {
        return step == passing || step == RequestKind.ANY;
    }

    /** Whether the step that comes now is the one to catch; otherwise there is one less before it. */
    boolean isNext() {
        return before.getAndDecrement() <= 0;
    }

    <T> Passed<T> pass(Call<T> call) {
        return switch (kind) {
            case HOLD_REQUEST -> arrive(call) ? Passed.answered(answer(call)) : timedOut();
            case HOLD_REPLY -> {
                T answer = answer(call);
                yield arrive(null) ? Passed.answered(answer) : timedOut();
            }
            case DROP_REPLY -> {
                answer(call);
                come();
                yield Passed.unknown(new IOException("connection reset"));
            }
            case CUT_REQUEST -> {
                come();
                yield Passed.unknown(new IOException("connection reset"));
            }
        };
    }

    private void come() {
        lock.lock();
        try {
            reached = true;
        } finally {
            lock.unlock();
        }
    }

    private static <T> Passed<T> timedOut() {
        return Passed.unknown(new IOException("read timed out"));
    }

    /** Waits for the gate to open. If that takes too long, leaves the call behind for the thread that opens it. */
    private boolean arrive(@Nullable Call<?> call) {
        lock.lock();
        try {
            reached = true;
            long left = replyTimeout.toNanos();
            while (!open && left > 0) {
                left = change.awaitNanos(left);
            }
            late = open ? null : call;
            return open;
        } catch (InterruptedException e) {
            late = call;
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private <T> T answer(Call<T> call) {
        try {
            return call.answer();
        } finally {
            lock.lock();
            try {
                answered = true;
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public boolean answered() {
        lock.lock();
        try {
            return answered;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean reached() {
        lock.lock();
        try {
            return reached;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void open() {
        Call<?> left;
        lock.lock();
        try {
            open = true;
            left = late;
            late = null;
            change.signalAll();
        } finally {
            lock.unlock();
        }
        if (left != null) {
            answer(left);
        }
    }
}
