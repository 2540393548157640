// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the rules said about a mutant.
 *
 * @param id of the mutant
 * @param broken what is broken in it
 * @param store what it ran on; empty if it could not be tried
 * @param killed whether every rule named for it failed on it
 * @param verdicts the rules named for it and what they said
 */
public record MutantRow(String id, String broken, String store, boolean killed, List<Verdict> verdicts) {

    /** Copies the list. */
    public MutantRow {
        verdicts = List.copyOf(verdicts);
    }

    /**
     * What one rule said about the mutant.
     *
     * @param rule the rule's id
     * @param status FAILED if the rule caught the mutant
     * @param message what was seen that breaks the rule, or what came instead
     * @param history the file with what all processes did, null if there is none
     */
    public record Verdict(
            String rule,
            Status status,
            String message,
            @Nullable String history) {}
}
