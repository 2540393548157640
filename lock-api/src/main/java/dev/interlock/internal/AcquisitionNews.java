// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockEvent;
import dev.interlock.LockName;
import java.util.function.Supplier;

/**
 * What listeners hear of one acquisition: each thing at most once, and nothing after its end. Confined to its steps.
 */
final class AcquisitionNews {

    private final EventDispatcher events;
    private final WaiterCounts waiterCounts;
    private final LockName name;
    private final boolean part;
    private boolean foundTaken;
    private boolean waiting;

    /**
     * The news of one acquisition.
     *
     * @param part whether others are acquired with it, and several acquisitions of this name may follow each other: then
     *     only a grant is news of the name, and what became of the whole is told by others
     */
    AcquisitionNews(Engine engine, LockName name, boolean part) {
        events = engine.events;
        waiterCounts = engine.waiterCounts;
        this.name = name;
        this.part = part;
    }

    /** The lock is taken, as the store says or by somebody of this client. */
    void contended() {
        if (!foundTaken) {
            foundTaken = true;
            events.publish(() -> new LockEvent.Contended(name.value()));
        }
    }

    /** It waits from now on. */
    void waits() {
        if (!waiting) {
            waiting = true;
            waiterCounts.increment(name);
        }
    }

    /**
     * It has ended; that it waits no longer is heard before, so that nothing is heard after the hold that may follow.
     */
    void ended(Supplier<LockEvent> how) {
        waitsNoLonger();
        events.publish(how);
    }

    /** It has ended, and nothing came of it. */
    void endedInVain(Supplier<LockEvent> how) {
        waitsNoLonger();
        if (!part) {
            events.publish(how);
        }
    }

    private void waitsNoLonger() {
        if (waiting) {
            waiting = false;
            waiterCounts.decrement(name);
        }
    }
}
