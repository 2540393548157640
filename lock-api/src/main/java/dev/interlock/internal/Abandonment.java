// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.HandleState;
import dev.interlock.LockEvent;

/**
 * What is told when nobody is left who could release a lock. As a task, it runs when a handle was released, or was
 * garbage-collected before; it does not refer to the handle.
 *
 * @param engine whose lock
 * @param tenure what the handle was for
 */
record Abandonment(Engine engine, Tenure tenure) implements Runnable {

    @Override
    public void run() {
        HandleState state = tenure.state();
        if (state == HandleState.HELD || state == HandleState.UNCERTAIN) {
            tell(
                    tenure.renewals().isAutomatic()
                            ? "its handle is gone, and it is renewed until the client closes or its maxHold ends"
                            : "its handle is gone, nothing renews it, and it ends with its lease");
        }
    }

    /** Tells the log and the listeners. */
    void tell(String detail) {
        long token = tenure.token();
        engine.log.abandoned(tenure.lockName(), token, detail);
        engine.events.publish(() -> new LockEvent.Abandoned(tenure.lockName(), token, detail));
    }
}
