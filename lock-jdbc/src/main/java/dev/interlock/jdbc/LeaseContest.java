// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A waiter for a lock in mode lease. It has no signal, so the engine paces it: by the retry policy, with jitter, and
 * never beyond the holder's lease. Its first attempt acquires, since most locks are free; the later ones look first, so
 * that those who wait neither write nor queue for the row.
 */
final class LeaseContest implements Contest {

    private final LeaseMode mode;
    private final Attempt attempt;
    private final CompletableFuture<Void> never = new CompletableFuture<>();
    private boolean asked;

    LeaseContest(LeaseMode mode, Attempt attempt) {
        this.mode = mode;
        this.attempt = attempt;
    }

    @Override
    public AcquireOutcome attempt() {
        boolean first = !asked;
        asked = true;
        return first ? mode.tryAcquire(attempt) : mode.lookThenTry(attempt);
    }

    @Override
    public CompletionStage<?> signal() {
        return never;
    }

    @Override
    public boolean signalled() {
        return false;
    }

    @Override
    public void close() {
        // Nothing is kept in the database for a waiter that polls.
    }
}
