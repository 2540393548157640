// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.LockEvent;
import dev.interlock.ReleaseResult;
import dev.interlock.internal.lease.LeaseDeadline;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How the store is asked for a release, and the result. The first result counts, and {@link Hold} knows which is the
 * first: the store's answer, a hand-off, a retention, or the close of the client before that answer. Thread-safe.
 */
public final class Release {

    /** Of a release without a request. Only the engine sees it, which completes no future twice. */
    private static final CompletableFuture<ReleaseResult> AT_ONCE =
            CompletableFuture.completedFuture(ReleaseResult.RELEASED);

    private final Holds holds;
    private final Hold hold;
    private final Grant grant;
    private final long grantedNanos;
    private final LeaseDeadline deadline;
    private final boolean certain;

    /**
     * Made by the first caller that needs it: a release that asks nothing of the store has its result at once. Written
     * under the hold's guard.
     */
    private volatile @Nullable CompletableFuture<ReleaseResult> result;

    /**
     * A release that was not sent yet.
     *
     * @param certain whether the hold was when its release was asked for
     */
    Release(Holds holds, Hold hold, long grantedNanos, LeaseDeadline deadline, boolean certain) {
        this.holds = holds;
        this.hold = hold;
        this.grant = hold.grant();
        this.grantedNanos = grantedNanos;
        this.deadline = deadline;
        this.certain = certain;
    }

    /** Hands the lock off to the next waiter of this client, or lets the client retain it, or asks the store. */
    public void handOffOrSend() {
        if (!hold.handOff(this)) {
            send();
        }
    }

    /** Asks the store, and once more if it gives no answer. */
    void send() {
        send(() -> holds.backend.release(grant.attempt()));
    }

    /** The same, where the first request is made by the caller. */
    public void send(Supplier<ReleaseOutcome> first) {
        hold.sending();
        Answer answer = new Answer(ReleaseResult.UNKNOWN, "the release broke off");
        try {
            answer = ask(first);
        } finally {
            hold.compensateIfNeeded(answer.result == ReleaseResult.UNKNOWN);
            settle(answer);
        }
    }

    /**
     * Asks the store in the background. The store has not answered a release of the same set, so the caller does not wait
     * for an answer to each of them.
     */
    public void sendInBackground() {
        leave("left to the background, since " + holds.backend.store() + " gave no answer to another of its set");
    }

    /** Leaves the release to the background, for a reason that the listeners get. */
    void leave(String reason) {
        hold.sending();
        hold.compensateIfNeeded(true);
        settle(new Answer(ReleaseResult.UNKNOWN, reason));
    }

    /** Whether the hold was certain when its release was asked for. */
    boolean isCertain() {
        return certain;
    }

    /** A waiter of this client has the lock next: the store is not asked. Called under the hold's guard. */
    void endWithoutRequest() {
        reportReleased();
        confirm();
    }

    void reportReleased() {
        holds.events.publish(this::released);
    }

    /** The release has its result, without a request to the store. Called under the hold's guard. */
    void confirm() {
        CompletableFuture<ReleaseResult> awaited = result;
        if (awaited == null) {
            result = AT_ONCE;
        } else {
            awaited.complete(ReleaseResult.RELEASED);
        }
    }

    /** The client is closed, and does not wait for the store any longer. */
    void giveUp() {
        settle(new Answer(ReleaseResult.UNKNOWN, "the client was closed before the store confirmed it"));
    }

    private void settle(Answer answer) {
        if (hold.answered()) {
            boolean confirmed = answer.result == ReleaseResult.RELEASED;
            try {
                // First, so that listeners get the end before they get the next hold of the name.
                report(answer, confirmed);
            } finally {
                try {
                    hold.endReleased();
                } finally {
                    future().complete(answer.result);
                }
            }
        }
    }

    private void report(Answer answer, boolean confirmed) {
        holds.fairness.released(grant.attempt().name());
        if (!confirmed) {
            holds.log.releaseFailed(hold.lockName(), hold.token(), answer.result, answer.reason);
        }
        holds.events.publish(() -> confirmed ? released() : failed(answer));
    }

    public Attempt attempt() {
        return grant.attempt();
    }

    /** The result that counts, once there is one. */
    public ReleaseResult result() {
        return holds.machine.join(future());
    }

    /** Ends with the result that counts. Not for users, whose code would run on the threads of the engine. */
    CompletableFuture<ReleaseResult> future() {
        CompletableFuture<ReleaseResult> known = result;
        return known != null ? known : hold.guarded(this::made);
    }

    private CompletableFuture<ReleaseResult> made() {
        CompletableFuture<ReleaseResult> known = result;
        if (known == null) {
            known = new CompletableFuture<>();
            result = known;
        }
        return known;
    }

    private Answer ask(Supplier<ReleaseOutcome> first) {
        ReleaseOutcome outcome = first.get();
        boolean repeated = outcome instanceof ReleaseOutcome.Unknown;
        if (repeated) {
            ReleaseOutcome again = holds.backend.release(grant.attempt());
            // While the lease was proven, only the unanswered release can have ended it, so that one was executed
            // (REL-5); a loss of data could have, too, but then nothing about the hold is certain.
            boolean executed = again instanceof ReleaseOutcome.NotOwner && isProven();
            outcome = executed ? new ReleaseOutcome.Released() : again;
        }
        if (outcome instanceof ReleaseOutcome.Released) {
            return new Answer(ReleaseResult.RELEASED, "");
        }
        if (outcome instanceof ReleaseOutcome.NotOwner && !repeated) {
            return new Answer(ReleaseResult.NOT_HELD, "the store knows another owner or none");
        }
        return new Answer(
                ReleaseResult.UNKNOWN,
                outcome instanceof ReleaseOutcome.Unknown unknown
                        ? "no answer from " + holds.backend.store() + ": " + unknown.cause()
                        : "the first release got no answer and the lease has ended meanwhile");
    }

    private boolean isProven() {
        return certain && !deadline.hasPassed() && !deadline.hasSlept();
    }

    private LockEvent released() {
        return new LockEvent.Released(
                hold.lockName(), hold.token(), Duration.ofNanos(holds.machine.nanoTime() - grantedNanos));
    }

    private LockEvent failed(Answer answer) {
        return new LockEvent.ReleaseFailed(hold.lockName(), hold.token(), answer.result, answer.reason);
    }

    /** What became of the release, and why it was not confirmed. */
    private record Answer(ReleaseResult result, String reason) {}
}
