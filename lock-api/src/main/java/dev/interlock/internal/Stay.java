// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The stay of one acquisition in the store's queue: entered by its first attempt. Confined to its steps, but for the signal. */
final class Stay {

    private final LockBackend backend;
    private final Runnable wake;
    private volatile boolean signalled;
    private @Nullable Contest contest;
    private @Nullable CompletionStage<?> heard;

    /** A stay whose waiter is woken at each signal. */
    Stay(LockBackend backend, Runnable wake) {
        this.backend = backend;
        this.wake = wake;
    }

    /** True if the store signalled since the last attempt began. */
    boolean isSignalled() {
        return signalled;
    }

    AcquireOutcome attempt(Attempt attempt) {
        signalled = false;
        Contest entered = contest;
        if (entered == null) {
            entered = backend.contest(attempt);
            contest = entered;
        }
        return entered.attempt();
    }

    /** Listens for the next signal; returns how long to rest without one. */
    long listen(Duration retryAfter, long pauseNanos) {
        Contest entered = contest;
        long longest = WaitTimer.restNanos(retryAfter);
        if (entered == null) {
            return Math.min(longest, pauseNanos);
        }
        listen(entered.signal());
        return entered.signalled() ? longest : Math.min(longest, pauseNanos);
    }

    void leave() {
        Contest entered = contest;
        contest = null;
        if (entered != null) {
            entered.close();
        }
    }

    private void listen(CompletionStage<?> signal) {
        // A stage that never completes must not collect a dependent at every attempt.
        if (signal != heard) {
            heard = signal;
            CompletionStage<?> unused = signal.whenComplete((any, never) -> {
                signalled = true;
                wake.run();
            });
        }
    }
}
