// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.HandOff;
import dev.interlock.spi.Grant;

/**
 * How far one grant of the store may still be handed over among the waiters of its client.
 *
 * @param left how many handles may yet follow: each needs a token of those that were reserved
 * @param untilNanos until when one may, by the client's monotonic clock
 */
record Turns(int left, long untilNanos) {

    /** The turns of a grant. */
    static Turns of(Grant grant, HandOff handOff, long grantedNanos) {
        return new Turns(
                grant.attempt().tokens() - 1, grantedNanos + handOff.within().toNanos());
    }

    /**
     * How many tokens to reserve if so many want it in this client, the one who asks among them: one for who is alone;
     * otherwise as many as there may be turns, since whoever had one may be back for another before they are over.
     */
    static int tokens(int wanted, HandOff handOff, int mostTokens) {
        return wanted <= 1 || handOff.within().isZero() ? 1 : Math.min(handOff.most() + 1, mostTokens);
    }

    /** What is left to whoever follows. */
    Turns next() {
        return new Turns(left - 1, untilNanos);
    }

    boolean areOver(long nowNanos) {
        return left == 0 || nowNanos - untilNanos >= 0;
    }
}
