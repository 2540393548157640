// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClock;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;

/** The context of a backend without a client: the clock of this machine, and reports that nobody reads. */
public final class StandaloneContext implements BackendContext {

    /** A context; one per backend. */
    public StandaloneContext() {
        // Nothing to keep.
    }

    @Override
    public LockClock clock() {
        return RealTimeClock.SYSTEM;
    }

    @Override
    public void reportLost(AttemptId id, String detail) {
        // Rules about reports go through a client.
    }

    @Override
    public void reportUncertain(AttemptId id, String detail) {
        // Rules about reports go through a client.
    }
}
