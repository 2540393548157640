// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.HandOff;
import dev.interlock.spi.Grant;

/**
 * How often, and until when, one grant of the store may still be handed off to the next waiter of its client.
 *
 * @param left how many hand-offs are left: each needs one of the tokens that were reserved with the grant
 * @param untilNanos when the last one may begin, by the client's monotonic clock
 */
public record HandOffBudget(int left, long untilNanos) {

    /** The budget of a new grant. */
    static HandOffBudget of(Grant grant, HandOff handOff, long grantedNanos) {
        return new HandOffBudget(
                grant.attempt().tokens() - 1, grantedNanos + handOff.within().toNanos());
    }

    /**
     * How many tokens to reserve with a grant. A caller without competition in its client needs one. Otherwise it is as
     * many as there may be hand-offs, since a caller that had the lock may ask again before they are used up.
     *
     * @param wanted how many callers of this client want the lock, the one that asks included
     */
    public static int tokens(int wanted, HandOff handOff, int mostTokens) {
        return wanted <= 1 || handOff.within().isZero() ? 1 : Math.min(handOff.most() + 1, mostTokens);
    }

    /** What is left after one hand-off. */
    HandOffBudget next() {
        return new HandOffBudget(left - 1, untilNanos);
    }

    boolean isUsedUp(long nowNanos) {
        return left == 0 || nowNanos - untilNanos >= 0;
    }
}
