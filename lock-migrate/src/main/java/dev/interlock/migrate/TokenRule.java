// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Which token a grant in both stores has. It depends on the two stores' tokens only, which both grow from hold to hold,
 * and grows with them: no clock and no memory of a client can make two clients disagree. Immutable.
 *
 * @param generation the new generation, or null if the old store decides all tokens
 */
record TokenRule(@Nullable NewGeneration generation) {

    /**
     * The first token of a hold.
     *
     * @param old the first token that the old store granted
     * @param recent the first token that the new store granted
     * @param tokens how many tokens the hold has
     * @return empty if the tokens would not grow: a store's tokens reach beyond their generation
     */
    OptionalLong token(long old, long recent, int tokens) {
        NewGeneration next = generation;
        if (next == null || old < next.switchAt()) {
            return OptionalLong.of(old);
        }
        return old > NewGeneration.base(next.number()) - tokens
                ? OptionalLong.empty()
                : NewGeneration.raised(next.number(), recent, tokens);
    }

    /** Whether a hold with this token of the old store is of the new generation. */
    boolean isRaised(long old) {
        NewGeneration next = generation;
        return next != null && old >= next.switchAt();
    }

    /** The token of a holder in the new store, of which the old store knows nothing. */
    long ofNewOnly(long recent) {
        NewGeneration next = generation;
        return next == null
                ? recent
                : NewGeneration.raised(next.number(), recent, 1).orElse(recent);
    }
}
