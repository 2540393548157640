// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.HandOff;
import dev.interlock.spi.Grant;

/**
 * How often, and until when, one grant of the store may still be handed off to the next waiter of its client, and how
 * many handles it has tokens for.
 *
 * @param left how many hand-offs are left
 * @param tokensLeft how many of the tokens that were reserved with the grant are left: each next handle needs one
 * @param untilNanos when the last hand-off may begin, by the client's monotonic clock
 */
public record HandOffBudget(int left, int tokensLeft, long untilNanos) {

    /** The budget of a new grant. */
    static HandOffBudget of(Grant grant, HandOff handOff, long grantedNanos) {
        return new HandOffBudget(
                handOff.most(),
                grant.attempt().tokens() - 1,
                grantedNanos + handOff.within().toNanos());
    }

    /**
     * How many tokens to reserve with a grant. A caller without competition in its client needs one, unless the client may
     * retain the lock: then it is as many as the store gives. Otherwise it is as many as there may be hand-offs, since a
     * caller that had the lock may ask again before they are used up.
     *
     * @param wanted how many callers of this client want the lock, the one that asks included
     * @param retained whether the client may retain the lock
     */
    public static int tokens(int wanted, boolean retained, HandOff handOff, int mostTokens) {
        if (retained) {
            return mostTokens;
        }
        return wanted <= 1 || handOff.within().isZero() ? 1 : Math.min(handOff.most() + 1, mostTokens);
    }

    /** What is left after one hand-off. */
    HandOffBudget next() {
        return new HandOffBudget(left - 1, tokensLeft - 1, untilNanos);
    }

    /** What is left after the lock was retained and acquired again, which is no hand-off. */
    HandOffBudget nextRetained() {
        return new HandOffBudget(left, tokensLeft - 1, untilNanos);
    }

    boolean hasTokenLeft() {
        return tokensLeft > 0;
    }

    boolean isUsedUp(long nowNanos) {
        return left <= 0 || tokensLeft <= 0 || nowNanos - untilNanos >= 0;
    }
}
