// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.spi.Grant;
import java.time.Duration;

/** What may be left in the store, or may still come there, of a hold that is over. */
final class Leftovers {

    private final Engine engine;
    private final Grant grant;
    private final boolean repeated;
    private final long grantedNanos;

    /** Of a grant that came after another request of its attempt had got no answer, or not. */
    Leftovers(Engine engine, Grant grant, boolean repeated) {
        this.engine = engine;
        this.grant = grant;
        this.repeated = repeated;
        grantedNanos = engine.clock.nanoTime();
    }

    /** Withdraws the grant if it may have outlived the hold, or if an unanswered request may still land. */
    void withdraw(boolean outlived, Duration lease) {
        boolean again = mayLandAgain();
        if (outlived || again) {
            engine.withdrawals.start(grant.attempt(), lease, again, () -> {});
        }
    }

    private boolean mayLandAgain() {
        long sinceGrant = engine.clock.nanoTime() - grantedNanos;
        return repeated && sinceGrant < grant.attempt().lease().toNanos();
    }
}
