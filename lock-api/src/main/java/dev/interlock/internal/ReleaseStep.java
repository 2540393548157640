// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockEvent;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;

/** Gives one grant back to the store and finds out how that ended. */
final class ReleaseStep {

    private final Engine engine;
    private final Grant grant;
    private final long grantedNanos;
    private final Validity validity;
    private final boolean certain;

    /** A release of a hold that was certain, or not, when it was asked for. */
    ReleaseStep(Engine engine, Grant grant, long grantedNanos, Validity validity, boolean certain) {
        this.engine = engine;
        this.grant = grant;
        this.grantedNanos = grantedNanos;
        this.validity = validity;
        this.certain = certain;
    }

    ReleaseResult run() {
        return Uninterrupted.call(this::runUninterrupted);
    }

    private ReleaseResult runUninterrupted() {
        ReleaseOutcome outcome = engine.backend.release(grant.attempt());
        boolean asked = outcome instanceof ReleaseOutcome.Unknown;
        if (asked) {
            ReleaseOutcome again = engine.backend.release(grant.attempt());
            // While the lease was proven, only the unanswered release can have ended it, so that one was executed
            // (REL-5):
            // short of a loss of data, which the whole hold relies on not to happen.
            boolean first = again instanceof ReleaseOutcome.NotOwner && isProven();
            outcome = first ? new ReleaseOutcome.Released() : again;
        }
        String name = grant.attempt().name().value();
        if (outcome instanceof ReleaseOutcome.Released) {
            engine.events.tell(() -> new LockEvent.Released(
                    name, grant.token(), Duration.ofNanos(engine.clock.nanoTime() - grantedNanos)));
            return ReleaseResult.RELEASED;
        }
        if (outcome instanceof ReleaseOutcome.NotOwner && !asked) {
            tellFailure(name, ReleaseResult.NOT_HELD, "the store knows another owner or none");
            return ReleaseResult.NOT_HELD;
        }
        String reason = outcome instanceof ReleaseOutcome.Unknown unknown
                ? "no answer from " + engine.backend.store() + ": " + unknown.cause()
                : "the first release got no answer and the lease has ended meanwhile";
        tellFailure(name, ReleaseResult.UNKNOWN, reason);
        return ReleaseResult.UNKNOWN;
    }

    private boolean isProven() {
        return certain && !validity.hasPassed() && !validity.hasSlept();
    }

    private void tellFailure(String name, ReleaseResult result, String reason) {
        engine.events.tell(() -> new LockEvent.ReleaseFailed(name, grant.token(), result, reason));
    }
}
