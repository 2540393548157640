// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockEvent;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;

/** The release of one grant at the store, and how it ended. */
final class ReleaseRequest {

    private final Engine engine;
    private final Grant grant;
    private final long grantedNanos;
    private final LeaseDeadline deadline;
    private final boolean certain;

    /** A release of a hold that was certain, or not, when it was asked for. */
    ReleaseRequest(Engine engine, Grant grant, long grantedNanos, LeaseDeadline deadline, boolean certain) {
        this.engine = engine;
        this.grant = grant;
        this.grantedNanos = grantedNanos;
        this.deadline = deadline;
        this.certain = certain;
    }

    ReleaseResult run() {
        return Uninterruptibly.call(this::runUninterrupted);
    }

    private ReleaseResult runUninterrupted() {
        ReleaseOutcome outcome = engine.backend.release(grant.attempt());
        boolean repeated = outcome instanceof ReleaseOutcome.Unknown;
        if (repeated) {
            ReleaseOutcome again = engine.backend.release(grant.attempt());
            // While the lease was proven, only the unanswered release can have ended it, so that one was executed
            // (REL-5); a loss of data could have, too, but then nothing about the hold is certain.
            boolean first = again instanceof ReleaseOutcome.NotOwner && isProven();
            outcome = first ? new ReleaseOutcome.Released() : again;
        }
        String name = grant.attempt().name().value();
        if (outcome instanceof ReleaseOutcome.Released) {
            engine.events.publish(() -> new LockEvent.Released(
                    name, grant.token(), Duration.ofNanos(engine.clock.nanoTime() - grantedNanos)));
            return ReleaseResult.RELEASED;
        }
        if (outcome instanceof ReleaseOutcome.NotOwner && !repeated) {
            publishFailure(name, ReleaseResult.NOT_HELD, "the store knows another owner or none");
            return ReleaseResult.NOT_HELD;
        }
        String reason = outcome instanceof ReleaseOutcome.Unknown unknown
                ? "no answer from " + engine.backend.store() + ": " + unknown.cause()
                : "the first release got no answer and the lease has ended meanwhile";
        publishFailure(name, ReleaseResult.UNKNOWN, reason);
        return ReleaseResult.UNKNOWN;
    }

    private boolean isProven() {
        return certain && !deadline.hasPassed() && !deadline.hasSlept();
    }

    private void publishFailure(String name, ReleaseResult result, String reason) {
        engine.log.releaseFailed(name, grant.token(), result, reason);
        engine.events.publish(() -> new LockEvent.ReleaseFailed(name, grant.token(), result, reason));
    }
}
