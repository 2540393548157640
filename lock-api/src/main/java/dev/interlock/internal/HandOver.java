// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a hold goes over to the next handle of its client: whether there is a turn left for that, who gets it, and what the
 * backend reports of the grant in that moment. Thread-safe, by the guard of the hold.
 */
final class HandOver {

    private final Engine engine;
    private final Tenure tenure;
    private final Turns turns;
    private final ReentrantLock guard;
    private boolean reportedLate;
    private @Nullable Turn next;

    HandOver(Engine engine, Tenure tenure, Turns turns, ReentrantLock guard) {
        this.engine = engine;
        this.tenure = tenure;
        this.turns = turns;
        this.guard = guard;
    }

    /** Whether another handle may still have its turn. */
    boolean hasTurnsLeft() {
        return !turns.areOver(engine.clock.nanoTime());
    }

    /** What is left to the hold that follows. */
    Turns turnsOfNext() {
        return turns.next();
    }

    /** Whether somebody who waits in this client has the lock next, so that the store need not be asked to release it. */
    boolean succeeds(ReleaseRequest asked) {
        if (!asked.isCertain() || !hasTurnsLeft() || !asked.claim()) {
            return false;
        }
        Turn turn = new Turn(engine, tenure, asked);
        if (leaveReportsTo(turn) && turn.offer()) {
            turn.begin();
            return true;
        }
        asked.unclaim();
        return false;
    }

    /** False if the backend has reported something of the grant since the release was asked for. */
    private boolean leaveReportsTo(Turn turn) {
        guard.lock();
        try {
            next = reportedLate ? null : turn;
            return !reportedLate;
        } finally {
            guard.unlock();
        }
    }

    /** The backend reported something of the grant, which the hold has been told. */
    void reported(Consumer<Tenure> report) {
        Turn turn;
        guard.lock();
        try {
            turn = next;
            reportedLate = tenure.isReleaseBegun();
        } finally {
            guard.unlock();
        }
        if (turn != null) {
            turn.reported(report);
        }
    }
}
