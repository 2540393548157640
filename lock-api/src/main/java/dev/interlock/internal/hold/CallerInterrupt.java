// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.HandleState;
import dev.interlock.LockLost;
import dev.interlock.LossInterrupt;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Interrupts the thread that asked for it on the first loss of one of several holds. It does not refer to their handles,
 * so a handle that is dropped is still noticed. Thread-safe.
 */
public final class CallerInterrupt implements LossInterrupt, Consumer<LockLost> {

    private enum State {
        /** A loss interrupts the thread. */
        ARMED,
        /** The thread was interrupted, and has not closed this since. */
        SENT,
        /** Nothing is left to do. */
        OVER
    }

    private final Thread thread = Thread.currentThread();
    private final List<LossNotifier> losses;

    /** Held while the interrupt is sent, so that a close waits until the flag of the thread is set. */
    private final ReentrantLock guard;

    private State state = State.ARMED;

    private CallerInterrupt(List<LossNotifier> losses, ReentrantLock guard) {
        this.losses = losses;
        this.guard = guard;
    }

    /** For the current thread, which is interrupted at once if one of the handles is lost already. */
    public static CallerInterrupt onLossOf(Collection<Handle> handles) {
        ReentrantLock guard = handles.iterator().next().machine().lock();
        CallerInterrupt interrupt =
                new CallerInterrupt(handles.stream().map(Handle::losses).toList(), guard);
        interrupt.losses.forEach(notifier -> notifier.subscribe(interrupt, Runnable::run));
        if (handles.stream().anyMatch(handle -> handle.state() == HandleState.LOST)) {
            interrupt.send();
        }
        return interrupt;
    }

    @Override
    public void accept(LockLost loss) {
        send();
    }

    private void send() {
        guard.lock();
        try {
            if (state != State.ARMED) {
                return;
            }
            if (thread.isInterrupted()) {
                // By other code, which is not to lose its interrupt at the close.
                state = State.OVER;
            } else {
                state = State.SENT;
                thread.interrupt();
            }
        } finally {
            guard.unlock();
        }
    }

    @Override
    public void close() {
        losses.forEach(notifier -> notifier.unsubscribe(this));
        guard.lock();
        try {
            if (state == State.SENT) {
                if (Thread.currentThread() != thread) {
                    return;
                }
                Thread.interrupted();
            }
            state = State.OVER;
        } finally {
            guard.unlock();
        }
    }
}
