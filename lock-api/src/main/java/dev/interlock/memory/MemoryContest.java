// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A waiter in the queue of a lock in memory. */
final class MemoryContest implements Contest {

    private final MemoryStore store;
    private final MemoryLockBackend client;
    private final Attempt attempt;
    private volatile CompletableFuture<Void> signal = new CompletableFuture<>();

    /** By the clock of the clients; under the guard of the store. */
    private long restsUntilNanos;

    MemoryContest(MemoryStore store, MemoryLockBackend client, Attempt attempt) {
        this.store = store;
        this.client = client;
        this.attempt = attempt;
    }

    @Override
    public AcquireOutcome attempt() {
        // A new signal before looking: what completes it from now on happened after the look.
        signal = new CompletableFuture<>();
        return store.acquire(attempt, client, this);
    }

    @Override
    public CompletionStage<Void> signal() {
        return signal;
    }

    @Override
    public boolean signalled() {
        return true;
    }

    @Override
    public void close() {
        store.withdraw(attempt.name(), this);
    }

    /** Under the guard of the store. */
    void restUntil(long nanos) {
        restsUntilNanos = nanos;
    }

    /** Under the guard of the store. */
    boolean restsBeyond(long nanos) {
        return restsUntilNanos - nanos > 0;
    }

    /** Says that another attempt is worthwhile. */
    void wake() {
        signal.complete(null);
    }
}
