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
    private boolean foundTaken;
    private boolean waiting;

    AcquisitionNews(EventDispatcher events, WaiterCounts waiterCounts, LockName name) {
        this.events = events;
        this.waiterCounts = waiterCounts;
        this.name = name;
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
        if (waiting) {
            waiting = false;
            waiterCounts.decrement(name);
        }
        events.publish(how);
    }
}
