// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockEvent;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The release that a holder asked for, at the store, and how it ended. It ends once: by the store's answer, or when the
 * client is closed before that answer. Thread-safe.
 */
final class ReleaseRequest {

    private final Engine engine;
    private final Tenure tenure;
    private final Grant grant;
    private final long grantedNanos;
    private final LeaseDeadline deadline;
    private final boolean certain;
    private final AtomicBoolean settled = new AtomicBoolean();
    private final CompletableFuture<ReleaseResult> result = new CompletableFuture<>();

    /**
     * A release that was not sent yet.
     *
     * @param certain whether the hold was when its release was asked for
     */
    ReleaseRequest(Engine engine, Tenure tenure, long grantedNanos, LeaseDeadline deadline, boolean certain) {
        this.engine = engine;
        this.tenure = tenure;
        this.grant = tenure.grant();
        this.grantedNanos = grantedNanos;
        this.deadline = deadline;
        this.certain = certain;
    }

    /** Asks the store, and once more if it gives no answer. */
    void send() {
        send(() -> engine.backend.release(grant.attempt()));
    }

    /** The same, when the store is asked first by others. */
    void send(Supplier<ReleaseOutcome> first) {
        Answer answer = new Answer(ReleaseResult.UNKNOWN, "the release broke off");
        try {
            answer = ask(first);
        } finally {
            tenure.withdrawIfNeeded(answer.result == ReleaseResult.UNKNOWN);
            settle(answer);
        }
    }

    /**
     * The store has not answered what was asked with it or just before: it is asked in the background, so that those who
     * give several locks back do not wait for an answer to each.
     */
    void sendInBackground() {
        tenure.withdrawIfNeeded(true);
        settle(new Answer(
                ReleaseResult.UNKNOWN,
                "left to the background, since " + engine.backend.store() + " gave no answer to another of its set"));
    }

    /** Whether the hold was certain when its release was asked for. */
    boolean isCertain() {
        return certain;
    }

    /** Keeps it from ending otherwise while the lock is handed over; false if it has ended. */
    boolean claim() {
        return settled.compareAndSet(false, true);
    }

    /** Nobody takes the lock over: it ends by what the store says. */
    void unclaim() {
        settled.set(false);
    }

    /** Somebody of this client has the lock next: the store is not asked. Called once, after {@link #claim}. */
    void handedOver() {
        engine.events.publish(this::released);
        result.complete(ReleaseResult.RELEASED);
    }

    /** Nobody waits for the store any longer. */
    void giveUp() {
        settle(new Answer(ReleaseResult.UNKNOWN, "the client was closed before the store confirmed it"));
    }

    private void settle(Answer answer) {
        if (settled.compareAndSet(false, true)) {
            boolean confirmed = answer.result == ReleaseResult.RELEASED;
            try {
                // First, so that listeners hear of the end before they hear of the next hold of the name.
                tell(answer, confirmed);
            } finally {
                try {
                    tenure.endReleased();
                } finally {
                    result.complete(answer.result);
                }
            }
        }
    }

    private void tell(Answer answer, boolean confirmed) {
        engine.givingWay.released(grant.attempt().name());
        if (!confirmed) {
            engine.log.releaseFailed(tenure.lockName(), tenure.token(), answer.result, answer.reason);
        }
        engine.events.publish(() -> confirmed ? released() : failed(answer));
    }

    Attempt attempt() {
        return grant.attempt();
    }

    /** The result that counts, once there is one. */
    ReleaseResult result() {
        return engine.machine.join(result);
    }

    private Answer ask(Supplier<ReleaseOutcome> first) {
        ReleaseOutcome outcome = first.get();
        boolean repeated = outcome instanceof ReleaseOutcome.Unknown;
        if (repeated) {
            ReleaseOutcome again = engine.backend.release(grant.attempt());
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
                        ? "no answer from " + engine.backend.store() + ": " + unknown.cause()
                        : "the first release got no answer and the lease has ended meanwhile");
    }

    private boolean isProven() {
        return certain && !deadline.hasPassed() && !deadline.hasSlept();
    }

    private LockEvent released() {
        return new LockEvent.Released(
                tenure.lockName(), tenure.token(), Duration.ofNanos(engine.clock.nanoTime() - grantedNanos));
    }

    private LockEvent failed(Answer answer) {
        return new LockEvent.ReleaseFailed(tenure.lockName(), tenure.token(), answer.result, answer.reason);
    }

    /** What became of the release, and why it was not confirmed. */
    private record Answer(ReleaseResult result, String reason) {}
}
