// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import dev.interlock.Capability;
import dev.interlock.LockException;
import dev.interlock.LockName;
import dev.interlock.internal.event.Calls;
import dev.interlock.internal.hold.Compensator;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one attempt to the store: its place in the store's queue, the signals it gets there, and how many of
 * its requests had no answer. Confined to the steps of its acquisition, but for the signal.
 */
final class AttemptRequests {

    private final LockBackend backend;
    private final Attempt attempt;
    private final Contest contest;
    private final Runnable wake;
    private volatile boolean signalled;
    private @Nullable CompletionStage<?> listenedTo;
    private boolean reliesOnHint;
    private int unanswered;

    private AttemptRequests(LockBackend backend, Attempt attempt, Runnable wake) {
        this.backend = backend;
        this.attempt = attempt;
        this.wake = wake;
        contest = backend.contest(attempt);
    }

    /** The requests of a new attempt for one token, whose acquisition is woken at each signal of the store. */
    static AttemptRequests begin(Acquisitions acquisitions, LockName name, Duration lease, Calls calls, Runnable wake) {
        return new AttemptRequests(acquisitions.backend, acquisitions.attempt(name, lease, calls), wake);
    }

    Attempt attempt() {
        return attempt;
    }

    /** The same attempt for so many tokens. It was not sent yet, so that its id is still free. */
    AttemptRequests reserving(int tokens, boolean recallable) {
        if (tokens == attempt.tokens() && !recallable) {
            return this;
        }
        contest.close();
        Attempt reserving = Attempt.of(attempt.name(), attempt.id(), attempt.lease(), tokens, attempt.holderHint());
        return new AttemptRequests(backend, recallable ? reserving.withRecall() : reserving, wake);
    }

    /** Asks for the lock without entering the store's queue. */
    AcquireOutcome tryOnce() {
        return counted(backend.tryAcquire(attempt));
    }

    /** Asks for the lock; from the first time on the attempt has its place in the store's queue. */
    AcquireOutcome tryInQueue() {
        signalled = false;
        return counted(contest.attempt());
    }

    private AcquireOutcome counted(AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Unknown) {
            unanswered++;
        }
        return outcome;
    }

    /** True if the store signalled since the last request began. */
    boolean isSignalled() {
        return signalled;
    }

    /** True if a request had no answer, so that the store may have granted it, or may still do so. */
    boolean isUnanswered() {
        return unanswered > 0;
    }

    /** What a refusal means for the caller: "surely not acquired" would be true of this request only. */
    LockException failure(AcquireOutcome.Refused refused) {
        return isUnanswered() ? noAnswer(refused.cause()) : refused.cause();
    }

    LockException noAnswer(Throwable cause) {
        return AcquireFailures.noAnswer(attempt, backend.store(), cause);
    }

    /**
     * Counts a grant as unanswered, because no caller takes it or an exception may have hidden it: {@link #leave} then
     * compensates it.
     */
    void markUnanswered() {
        unanswered++;
    }

    /** Listens for the next signal; returns how long to rest without one. */
    long listen(Duration retryAfter, long pauseNanos) {
        CompletionStage<?> signal = contest.signal();
        // A stage that never completes must not collect a dependent at every attempt.
        if (signal != listenedTo) {
            listenedTo = signal;
            signal.whenComplete((any, never) -> {
                signalled = true;
                wake.run();
            });
        }
        long longest = WaitTimer.restNanos(retryAfter);
        boolean relies = contest.signalled();
        reliesOnHint = (relies || contest.inTurn()) && !backend.capabilities().has(Capability.NOTIFIES_WAITERS);
        return relies ? longest : Math.min(longest, pauseNanos);
    }

    /** True if it waits for a signal that the store does not promise, or for others: the lock may be free meanwhile. */
    boolean reliesOnHint() {
        return reliesOnHint;
    }

    /** True if clients that contend are served in turn, so that this one need not give way after its own release. */
    boolean isInTurn() {
        return contest.inTurn();
    }

    /** Leaves the store's queue with the grant. */
    void leaveGranted() {
        contest.close();
    }

    /**
     * Leaves the store's queue, and compensates what may have been granted. The action runs after the first release.
     */
    void leave(Compensator compensator, Runnable afterwards) {
        contest.close();
        if (unanswered > 0) {
            compensator.compensate(attempt, attempt.lease(), unanswered > 1, afterwards);
        } else {
            afterwards.run();
        }
    }
}
