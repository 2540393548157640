// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.backend;

import dev.interlock.internal.machine.EngineLog;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A contest that never throws, and enters the queue of the store with its first attempt. One that cannot be asked gives
 * no signal, so that its waiter polls.
 */
final class SafeContest implements Contest {

    private static final EngineLog LOG = EngineLog.of(SafeContest.class);

    private final SafeBackend steps;
    private final LockBackend backend;
    private final Attempt attempt;
    private final CompletionStage<?> never = new CompletableFuture<>();
    private @Nullable Contest entered;

    /** A contest of the backend, whose attempts are steps like its others. */
    SafeContest(SafeBackend steps, LockBackend backend, Attempt attempt) {
        this.steps = steps;
        this.backend = backend;
        this.attempt = attempt;
    }

    @Override
    public AcquireOutcome attempt() {
        return steps.acquire(() -> {
            Contest contest = entered;
            if (contest == null) {
                contest = backend.contest(attempt);
                entered = contest;
            }
            return contest.attempt();
        });
    }

    @Override
    public CompletionStage<?> signal() {
        Contest contest = entered;
        try {
            return contest != null ? steps.machine.uninterruptibly(contest::signal) : never;
        } catch (Throwable e) {
            warn("its signal", e);
            return never;
        }
    }

    @Override
    public boolean signalled() {
        try {
            return entered != null && entered.signalled();
        } catch (Throwable e) {
            warn("whether it is signalled", e);
            return false;
        }
    }

    @Override
    public boolean inTurn() {
        try {
            return entered != null && entered.inTurn();
        } catch (Throwable e) {
            warn("whether it is in turn", e);
            return false;
        }
    }

    @Override
    public void close() {
        Contest left = entered;
        entered = null;
        try {
            if (left != null) {
                steps.uninterruptibly(left::close);
            }
        } catch (Throwable e) {
            warn("to be closed", e);
        }
    }

    private void warn(String asked, Throwable failure) {
        LOG.warn(
                "'{}' on {}: a waiter's contest was asked for {} and failed",
                attempt.name(),
                backend.store(),
                asked,
                failure);
    }
}
