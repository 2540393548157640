// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One waiter in mode row-lock. Its first attempt tries; if another has the lock, a thread of this client waits in the server
 * from then on, and the signal comes when it has the row. So the waiter itself can leave at any time.
 */
final class RowLockContest implements Contest {

    /** The server tells when the lock is free, so there is no need to ask. */
    private static final Duration REST = Duration.ofSeconds(10);

    private final RowLockMode mode;
    private final RowLockWaits waits;
    private final Attempt attempt;
    private @Nullable RowLockWait wait;

    RowLockContest(RowLockMode mode, RowLockWaits waits, Attempt attempt) {
        this.mode = mode;
        this.waits = waits;
        this.attempt = attempt;
    }

    @Override
    public AcquireOutcome attempt() {
        RowLockWait under = wait;
        if (under == null) {
            AcquireOutcome outcome = mode.tryAcquire(attempt);
            return outcome instanceof Contended ? new Contended(REST) : outcome;
        }
        if (!under.over().isDone()) {
            return new Contended(REST);
        }
        wait = null;
        return under.take();
    }

    @Override
    public CompletionStage<?> signal() {
        RowLockWait under = wait;
        if (under == null) {
            under = waits.start(attempt);
            wait = under;
        }
        return under.over();
    }

    @Override
    public boolean signalled() {
        return true;
    }

    @Override
    public void close() {
        RowLockWait under = wait;
        wait = null;
        if (under != null) {
            under.leave();
        }
    }
}
