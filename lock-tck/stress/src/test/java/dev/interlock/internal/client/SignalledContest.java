// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import java.util.concurrent.CompletionStage;

/** One attempt at a store that signals once. */
record SignalledContest(StressBackend backend, Attempt attempted) implements Contest {

    @Override
    public AcquireOutcome attempt() {
        return backend.tryAcquire(attempted);
    }

    @Override
    public CompletionStage<?> signal() {
        return backend.signal;
    }

    @Override
    public boolean signalled() {
        return true;
    }

    @Override
    public void close() {}
}
