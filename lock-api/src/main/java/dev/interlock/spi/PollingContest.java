// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A waiter without wake-ups. The engine sets its pace. */
record PollingContest(LockBackend backend, Attempt attempted, CompletableFuture<Void> never) implements Contest {

    @Override
    public AcquireOutcome attempt() {
        return backend.tryAcquire(attempted);
    }

    @Override
    public CompletionStage<Void> signal() {
        return never;
    }

    @Override
    public boolean signalled() {
        return false;
    }

    @Override
    public void close() {
        // The store keeps nothing for a waiter that polls.
    }
}
