// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Contest;
import dev.interlock.tck.context.StandaloneContext;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One that waits as the engine does: it looks when it is signalled, or when its pause is over. Not thread-safe. */
final class Waiter {

    private final Asked asked;
    private final Contest contest;
    private CompletionStage<?> signal = new CompletableFuture<>();
    private long looked = StandaloneContext.now();
    private long due;

    Waiter(Asked asked, Contest contest) {
        this.asked = asked;
        this.contest = contest;
    }

    Asked asked() {
        return asked;
    }

    Contest contest() {
        return contest;
    }

    AcquireOutcome look() {
        looked = StandaloneContext.now();
        AcquireOutcome outcome = contest.attempt();
        if (outcome instanceof AcquireOutcome.Contended contended) {
            due = StandaloneContext.now() + contended.retryAfter().toNanos();
            signal = contest.signal();
        }
        return outcome;
    }

    /** Whether the engine would look before its pause is over. */
    boolean isDueBySignal() {
        return !contest.signalled() || signal.toCompletableFuture().isDone();
    }

    boolean isPauseOver() {
        return due - StandaloneContext.now() <= 0;
    }

    /** Whether the engine would look. */
    boolean isDue() {
        return isDueBySignal() || isPauseOver();
    }

    /** Whether it has not looked for so long that a store may have given up its place. */
    boolean isLate(Duration atMost) {
        return StandaloneContext.now() - looked > atMost.toNanos();
    }

    @Override
    public String toString() {
        return asked.called();
    }
}
