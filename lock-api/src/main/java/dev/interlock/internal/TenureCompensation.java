// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;

/**
 * The compensation of a tenure that is over: withdraws what it may have left in the store, or may still leave
 * there.
 */
final class TenureCompensation {

    private final Engine engine;
    private final Grant grant;
    private final boolean repeated;
    private final long grantedNanos;

    /**
     * The compensation of a grant.
     *
     * @param repeated whether an earlier request of its attempt got no answer
     */
    TenureCompensation(Engine engine, Grant grant, boolean repeated) {
        this.engine = engine;
        this.grant = grant;
        this.repeated = repeated;
        grantedNanos = engine.clock.nanoTime();
    }

    /**
     * Withdraws the grant if it may have outlived the hold, or if an unanswered request may still be executed.
     *
     * @param kept the longest that the store was asked to keep it
     * @param lockDelay how long the name stays closed before that
     */
    void withdrawIfNeeded(boolean outlived, Duration kept, Duration lockDelay) {
        boolean again = mayBeGrantedAgain();
        if (outlived || again) {
            engine.compensator.withdrawAfter(lockDelay, grant.attempt(), kept, again);
        }
    }

    /** Releases the grant of a hold that is over, on this thread; what that leaves open is withdrawn in the background. */
    ReleaseOutcome release(Duration kept) {
        ReleaseOutcome outcome = engine.machine.uninterruptibly(() -> engine.backend.release(grant.attempt()));
        withdrawIfNeeded(outcome instanceof ReleaseOutcome.Unknown, kept, Duration.ZERO);
        return outcome;
    }

    /** Withdraws what was left to somebody who does not take it; the action runs after the first try of that. */
    void withdraw(Duration kept, Runnable afterFirstTry) {
        engine.compensator.withdraw(grant.attempt(), kept, mayBeGrantedAgain(), afterFirstTry);
    }

    private boolean mayBeGrantedAgain() {
        long sinceGrant = engine.clock.nanoTime() - grantedNanos;
        return repeated && sinceGrant < grant.attempt().lease().toNanos();
    }
}
