// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a schedule, with its process and the condition that it waits for. Only the thread with the baton accesses
 * it.
 */
final class SimulatedThread {

    static final long NEVER = Long.MAX_VALUE;

    final String name;
    final @Nullable SimulatedProcess process;
    final Carrier carrier;

    /** The condition that it waits for; null if it can continue. */
    @Nullable
    BooleanSupplier ready;

    /** When it continues in any case. */
    LongSupplier until = () -> NEVER;

    boolean interrupted;
    boolean interruptible;
    boolean ended;
    long stalledUntil;

    /** Higher goes first, where the order uses priorities. */
    long priority;

    SimulatedThread(String name, @Nullable SimulatedProcess process, Carrier carrier) {
        this.name = name;
        this.process = process;
        this.carrier = carrier;
    }

    /** When it can continue if only time passes until then; no later than now if it can already. */
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
