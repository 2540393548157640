// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a row in the server, on a thread of its own: one statement after the other, each for at most a second,
 * until the row is locked, something fails, or the waiter leaves. Thread-safe.
 */
final class RowLockWaiter implements Runnable {

    /** How long to wait for a cancelled statement before its connection is broken. */
    private static final long CANCEL_MILLIS = 500;

    private final RowLockMode mode;
    private final Attempt attempt;
    private final Executor threads;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private volatile @Nullable RowLockSession session;
    private volatile @Nullable AcquireOutcome failure;

    private enum State {
        /** This thread waits for the row. */
        WAITING,
        /** The row is locked, and no step has taken it over yet. */
        LOCKED,
        /** A step took the row over and is responsible for the session; or the wait was given up. */
        TAKEN
    }

    RowLockWaiter(RowLockMode mode, Attempt attempt, Executor threads) {
        this.mode = mode;
        this.attempt = attempt;
        this.threads = threads;
    }

    /** Completes when there is something to take. */
    CompletableFuture<Void> over() {
        return over;
    }

    @Override
    public void run() {
        try {
            RowLockSession opened = mode.open(attempt);
            session = opened;
            waitOn(opened);
        } catch (SQLException e) {
            failure = mode.notAcquired(attempt, e);
        } catch (RuntimeException e) {
            // From the driver or the pool: it may have come after the row was locked.
            failure = new AcquireOutcome.Unknown(e);
        } finally {
            over.complete(null);
        }
    }

    private void waitOn(RowLockSession opened) {
        boolean kept = false;
        try {
            boolean locked = false;
            while (!locked && state.get() == State.WAITING) {
                locked = opened.waitLock();
            }
            kept = locked && state.compareAndSet(State.WAITING, State.LOCKED);
        } catch (SQLException e) {
            failure = mode.failed(opened, attempt, e);
        } finally {
            if (!kept) {
                opened.end();
            }
        }
    }

    /** The outcome of the wait, once it is over. */
    AcquireOutcome take() {
        RowLockSession opened = session;
        if (opened != null && state.compareAndSet(State.LOCKED, State.TAKEN)) {
            return mode.grantWaited(opened, attempt);
        }
        AcquireOutcome failed = failure;
        return failed != null
                ? failed
                : new AcquireOutcome.Unknown(new IllegalStateException("the wait for the row ended without a reason"));
    }

    /** Gives the wait up: neither a place in the server's queue nor a lock is left. Never throws. */
    void leave() {
        State found = state.getAndSet(State.TAKEN);
        RowLockSession opened = session;
        if (opened == null || found == State.TAKEN) {
            return;
        }
        if (found == State.LOCKED) {
            mode.end(opened);
        } else {
            cancel(opened);
        }
    }

    private void cancel(RowLockSession opened) {
        try {
            // On a thread of its own, since drivers connect anew to cancel.
            threads.execute(opened::cancel);
            over.get(CANCEL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            opened.abandon();
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            opened.abandon();
        }
    }
}
