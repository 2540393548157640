// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The part of an acquisition that stands in the store's queue: entered with the first attempt, left once. Confined to its steps. */
final class ContestStay {

    private final LockBackend backend;
    private @Nullable Contest contest;
    private @Nullable CompletionStage<?> heard;

    ContestStay(LockBackend backend) {
        this.backend = backend;
    }

    AcquireOutcome attempt(Attempt attempt) {
        Contest entered = contest;
        if (entered == null) {
            entered = backend.contest(attempt);
            contest = entered;
        }
        return entered.attempt();
    }

    /** Has the next reason to try told; true if the store can be relied on to give one. */
    boolean listen(Runnable worthTrying) {
        Contest entered = contest;
        if (entered == null) {
            return false;
        }
        CompletionStage<?> signal = entered.signal();
        // A stage that never completes must not collect a dependent at every attempt.
        if (signal != heard) {
            heard = signal;
            CompletionStage<?> unused = signal.whenComplete((any, never) -> worthTrying.run());
        }
        return entered.signalled();
    }

    void leave() {
        Contest entered = contest;
        contest = null;
        if (entered != null) {
            entered.close();
        }
    }
}
