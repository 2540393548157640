// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of the rules on a mutant.
 *
 * @param id the mutant's id
 * @param broken its defect
 * @param store the store that it ran on; empty if it could not be run
 * @param killed whether every rule named for it failed on it
 * @param verdicts the rules named for it, with their results
 */
public record MutantRow(String id, String broken, String store, boolean killed, List<Verdict> verdicts) {

    /** Copies the list. */
    public MutantRow {
        verdicts = List.copyOf(verdicts);
    }

    /**
     * One rule's result on the mutant.
     *
     * @param rule the rule's id
     * @param status FAILED if the rule caught the mutant
     * @param message the observed violation of the rule, or what happened instead
     * @param history the history file of all processes, null if there is none
     */
    public record Verdict(
            String rule,
            Status status,
            String message,
            @Nullable String history) {}
}
