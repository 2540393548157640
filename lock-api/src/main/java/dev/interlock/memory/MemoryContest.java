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

    /** By the clients' clock. Used under the guard of the store. */
    private long restsUntilNanos;

    MemoryContest(MemoryStore store, MemoryLockBackend client, Attempt attempt) {
        this.store = store;
        this.client = client;
        this.attempt = attempt;
    }

    @Override
    public AcquireOutcome attempt() {
        // The new signal comes before the check, so it covers every change after the check.
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

    /** Called under the guard of the store. */
    void restUntil(long nanos) {
        restsUntilNanos = nanos;
    }

    /** Called under the guard of the store. */
    boolean restsBeyond(long nanos) {
        return restsUntilNanos - nanos > 0;
    }

    /** Wakes the waiter for another attempt. */
    void wake() {
        signal.complete(null);
    }
}
