// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/**
 * A known mistake in locks, and the mutants that make it here.
 *
 * @param id m01 to m38
 * @param words the mistake
 * @param mutants those of this run, and whether they were killed
 * @param remark why there is no mutant, or which part of the mistake none makes; empty if there is nothing to say
 */
public record MistakeRow(String id, String words, List<Made> mutants, String remark) {

    /** Copies the list. */
    public MistakeRow {
        mutants = List.copyOf(mutants);
    }

    /**
     * A mutant that makes the mistake.
     *
     * @param mutant its id
     * @param tried whether it was part of this run
     * @param killed whether it was killed
     */
    public record Made(String mutant, boolean tried, boolean killed) {}
}
