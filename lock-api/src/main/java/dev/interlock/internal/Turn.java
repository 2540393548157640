// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the holder of a lock leaves to the next handle of its client instead of releasing at the store: the same grant,
 * lease and deadline, with the next token. It is offered to one waiter at a time; one that is gone by then passes it on.
 * Thread-safe.
 */
final class Turn {

    private final Engine engine;
    private final Tenure before;
    private final ReleaseRequest release;
    private final ReentrantLock guard;
    private final List<Consumer<Tenure>> reports = new ArrayList<>();
    private boolean begun;
    private @Nullable Tenure taken;

    /** The turn after a hold whose release was asked for and is not sent. */
    Turn(Engine engine, Tenure before, ReleaseRequest release) {
        this.engine = engine;
        this.before = before;
        this.release = release;
        guard = engine.machine.lock();
    }

    private LockName name() {
        return before.grant().attempt().name();
    }

    /** Offers it to whoever has waited longest here; false if its time is over, that one does not take it, or nobody waits. */
    boolean offer() {
        return !engine.isClosed()
                && before.handOver().hasTurnsLeft()
                && before.renewals().isQuiet()
                && engine.queues.offer(name(), this);
    }

    /**
     * Whether a waiter gets by this turn what it would get of the store: the lease that it asked for. Another lease, or
     * one that nobody renews, is asked of the store. Called under the queue's guard, so it asks nobody, not even a clock.
     */
    boolean suits(EffectiveOptions asked) {
        return before.renewals().suits(asked);
    }

    /** The hold of whoever takes it. */
    Tenure tenure(EffectiveOptions options, BooleanSupplier wanted) {
        return new Tenure(engine, before, options, wanted);
    }

    /** The hold before has ended: told once, and before anything is told of the one that follows. */
    void begin() {
        guard.lock();
        try {
            if (!begun) {
                begun = true;
                release.handedOver();
            }
        } finally {
            guard.unlock();
        }
    }

    /** It was taken: reports about the grant are about this hold from now on. */
    void deliverTo(Tenure tenure) {
        List<Consumer<Tenure>> early;
        guard.lock();
        try {
            taken = tenure;
            early = List.copyOf(reports);
        } finally {
            guard.unlock();
        }
        early.forEach(tenure::reported);
    }

    /** The backend reported something about the grant since the hold before has ended. */
    void reported(Consumer<Tenure> report) {
        Tenure holder;
        guard.lock();
        try {
            holder = taken;
            if (holder == null) {
                reports.add(report);
            }
        } finally {
            guard.unlock();
        }
        if (holder != null) {
            holder.reported(report);
        }
    }

    /** Whoever was offered it has left: it goes to the next, or back to the store. */
    void passOn() {
        if (!offer()) {
            giveBack();
        }
    }

    /** Nobody takes it: the grant is withdrawn in the background, as one of an acquisition that was cancelled. */
    void giveBack() {
        engine.activeLocks.freed(before);
        before.withdraw(() -> engine.activeLocks.forget(before));
    }
}
