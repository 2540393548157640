// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A thread of a schedule: who it belongs to, and what it waits for. Touched by whoever has the baton. */
final class SimulatedThread {

    static final long NEVER = Long.MAX_VALUE;

    final String name;
    final @Nullable SimulatedProcess process;
    final Carrier carrier;

    /** What it waits for; null if it can go on. */
    @Nullable
    BooleanSupplier ready;

    /** When it goes on in any case. */
    LongSupplier until = () -> NEVER;

    boolean interrupted;
    boolean interruptible;
    boolean ended;
    long stalledUntil;

    /** Higher goes first, where the order goes by priority. */
    long priority;

    SimulatedThread(String name, @Nullable SimulatedProcess process, Carrier carrier) {
        this.name = name;
        this.process = process;
        this.carrier = carrier;
    }

    /** When it can go on if nothing happens before but that time passes; no later than now if it can already. */
    long wakesAt(long now) {
        if (ended) {
            return NEVER;
        }
        return Math.max(restsUntil(), isReady() ? now : until.getAsLong());
    }

    private boolean isReady() {
        BooleanSupplier awaited = ready;
        return awaited == null || (interrupted && interruptible) || awaited.getAsBoolean();
    }

    private long restsUntil() {
        return process == null ? stalledUntil : Math.max(stalledUntil, process.pausedUntil());
    }

    @Override
    public String toString() {
        return process == null ? name : process.name() + "/" + name;
    }
}
