// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;

/**
 * The compensation of a hold that is over: frees what its requests may have left in the store, or may still leave there.
 */
final class HoldCompensation {

    private final Holds holds;
    private final Grant grant;
    private final boolean repeated;
    private final long grantedNanos;

    /**
     * The compensation of a grant.
     *
     * @param repeated whether an earlier request of its attempt got no answer
     */
    HoldCompensation(Holds holds, Grant grant, boolean repeated) {
        this.holds = holds;
        this.grant = grant;
        this.repeated = repeated;
        grantedNanos = holds.machine.nanoTime();
    }

    /**
     * Compensates the grant if it may have outlived the hold, or if an unanswered request may still be executed.
     *
     * @param kept the longest that the store was asked to keep it
     * @param lockDelay how long the name stays closed before that
     */
    void compensateIfNeeded(boolean outlived, Duration kept, Duration lockDelay) {
        boolean again = mayBeGrantedAgain();
        if (outlived || again) {
            holds.compensator.compensateAfter(lockDelay, grant.attempt(), kept, again);
        }
    }

    /** Releases the grant of a hold that is over, on this thread; what that leaves open is compensated in the background. */
    ReleaseOutcome release(Duration kept) {
        ReleaseOutcome outcome = holds.machine.uninterruptibly(() -> holds.backend.release(grant.attempt()));
        compensateIfNeeded(outcome instanceof ReleaseOutcome.Unknown, kept, Duration.ZERO);
        return outcome;
    }

    /** Compensates a grant that was handed off and cannot be used; the action runs after the first release. */
    void compensate(Duration kept, Runnable afterFirstTry) {
        holds.compensator.compensate(grant.attempt(), kept, mayBeGrantedAgain(), afterFirstTry);
    }

    private boolean mayBeGrantedAgain() {
        long sinceGrant = holds.machine.nanoTime() - grantedNanos;
        return repeated && sinceGrant < grant.attempt().lease().toNanos();
    }
}
