// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import dev.interlock.CandidacyState;
import dev.interlock.Leadership;
import java.util.Optional;

/**
 * What a candidate did when it was asked. Immutable.
 *
 * @param election the name of the election
 * @param state what the candidate did
 * @param term the number of its term; empty unless it led
 */
public record Standing(String election, CandidacyState state, Optional<Long> term) {

    /** Of a candidate whose state may change meanwhile: it never has a term without leading. */
    static Standing of(LazyCandidacy candidacy) {
        Optional<Long> term = candidacy.leadership().map(Leadership::term);
        CandidacyState state = term.isPresent() ? CandidacyState.LEADING : candidacy.state();
        return new Standing(candidacy.name(), state, term);
    }
}
