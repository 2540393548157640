// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import org.jspecify.annotations.Nullable;

/**
 * A guarantee in one situation on one backend.
 *
 * @param backend which one
 * @param holding whether it holds
 * @param evidence what the run saw, the counter-example, or why nothing was seen
 * @param history the file with what all processes did, in the directory {@link #HISTORIES} beside the page; null if there is none
 */
public record Cell(
        String backend,
        Holding holding,
        String evidence,
        @Nullable String history) {

    /** Where the histories are, beside the page. */
    public static final String HISTORIES = "histories";

    /**
     * Checks that nothing is claimed without evidence.
     *
     * @throws IllegalArgumentException if the evidence is blank
     */
    public Cell {
        if (evidence.isBlank()) {
            throw new IllegalArgumentException(holding + " on " + backend + " must have evidence but has none");
        }
    }
}
