// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.forward;

import dev.interlock.LockClock;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;

/** A context that passes every call on. */
public abstract class ForwardingContext implements BackendContext {

    private final BackendContext to;

    /**
     * Creates the decorator.
     *
     * @param to the context to pass calls on to
     */
    public ForwardingContext(BackendContext to) {
        this.to = to;
    }

    @Override
    public LockClock clock() {
        return to.clock();
    }

    @Override
    public void reportLost(AttemptId id, String detail) {
        to.reportLost(id, detail);
    }

    @Override
    public void reportUncertain(AttemptId id, String detail) {
        to.reportUncertain(id, detail);
    }

    @Override
    public void reportWanted(AttemptId id) {
        to.reportWanted(id);
    }

    @Override
    public void reportMissedRecalls() {
        to.reportMissedRecalls();
    }
}
