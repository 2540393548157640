// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.LockClock;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A step that one thread runs and its caller waits for. It is decided once whether it begins or the caller leaves: a
 * step that has begun may grant, and is waited for.
 */
final class ThreadStep<T> implements Runnable {

    /** What is done on the other thread. */
    @FunctionalInterface
    interface Body<T> {
        T run(Begin begin) throws SQLException;
    }

    /** To be called once the body has its connection, and before it sends anything. */
    @FunctionalInterface
    interface Begin {
        void orThrow() throws SQLException;
    }

    /** Whether the step has begun, or its caller has left. */
    private final AtomicBoolean decided = new AtomicBoolean();

    private final LockClock clock;
    private final FutureTask<T> outcome;

    ThreadStep(Body<T> body, LockClock clock) {
        this.clock = clock;
        this.outcome = new FutureTask<>(() -> body.run(this::begin));
    }

    private void begin() throws SQLException {
        if (!decided.compareAndSet(false, true)) {
            throw new SQLException("the caller no longer waits for the step");
        }
    }

    /** Whether the caller may go, as the step has not begun and never will. */
    private boolean leave() {
        return decided.compareAndSet(false, true);
    }

    @Override
    public void run() {
        outcome.run();
    }

    T await(long deadline, boolean interruptible) throws SQLException {
        boolean interrupted = false;
        boolean begun = false;
        try {
            while (true) {
                try {
                    return begun
                            ? outcome.get()
                            : outcome.get(Math.max(0, deadline - clock.nanoTime()), TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    if (leave()) {
                        throw new SQLTransientConnectionException("the DataSource gave no connection in time");
                    }
                    begun = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                    if (interruptible && leave()) {
                        throw interrupted(e);
                    }
                } catch (ExecutionException e) {
                    throw thrown(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static SQLException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new SQLException("interrupted while waiting for a connection", cause);
    }

    private static SQLException thrown(@Nullable Throwable thrown) {
        if (thrown instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof SQLException sql ? sql : new SQLException(thrown);
    }
}
