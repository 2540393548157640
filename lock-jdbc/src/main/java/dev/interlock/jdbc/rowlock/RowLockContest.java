// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A waiter for a lock in mode row-lock. Its first attempt tries; if another has the lock, a thread of this
 * client waits in the server from then on, and the signal comes when it has the row. So the waiter itself
 * can leave at any time.
 */
final class RowLockContest implements Contest {

    /** The server grants the row when the lock is free, so the waiter need not ask. */
    private static final Duration REST = Duration.ofSeconds(10);

    private final RowLockMode mode;
    private final RowLockWaiters waiters;
    private final Attempt attempt;
    private @Nullable RowLockWaiter waiter;

    RowLockContest(RowLockMode mode, RowLockWaiters waiters, Attempt attempt) {
        this.mode = mode;
        this.waiters = waiters;
        this.attempt = attempt;
    }

    @Override
    public AcquireOutcome attempt() {
        RowLockWaiter current = waiter;
        if (current == null) {
            AcquireOutcome outcome = mode.tryAcquire(attempt);
            return outcome instanceof Contended ? new Contended(REST) : outcome;
        }
        if (!current.over().isDone()) {
            return new Contended(REST);
        }
        waiter = null;
        return current.take();
    }

    @Override
    public CompletionStage<?> signal() {
        RowLockWaiter current = waiter;
        if (current == null) {
            current = waiters.start(attempt);
            waiter = current;
        }
        return current.over();
    }

    @Override
    public boolean signalled() {
        return true;
    }

    @Override
    public void close() {
        RowLockWaiter current = waiter;
        waiter = null;
        if (current != null) {
            current.leave();
        }
    }
}
