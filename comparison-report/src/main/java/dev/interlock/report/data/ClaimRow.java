// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/**
 * What a widely read tutorial says about distributed locks, and what this run says about that.
 *
 * @param source S0 to S4
 * @param claim in our words
 * @param verdict such as {@code wrong}
 * @param why in one or two sentences
 * @param shown whether this run shows it
 * @param proofs what in this report shows it
 */
public record ClaimRow(String source, String claim, String verdict, String why, Shown shown, List<Proof> proofs) {

    /** Copies the list. */
    public ClaimRow {
        proofs = List.copyOf(proofs);
    }

    /** How far a run bears out what is said. */
    public enum Shown {
        /** All that should show it does. */
        SHOWN,
        /** Some of it was not run. */
        PARTLY,
        /** None of it was run. */
        NOT_SHOWN,
        /** The run says otherwise. */
        DENIED
    }
}
