// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A guarantee in one situation on all backends.
 *
 * @param id the situation's name: that in the kit, or one of locks that several may hold
 * @param level S, B or E
 * @param promise the promise of S, B or E, in words
 * @param description what happens in the situation
 * @param rule the rule that tests it
 * @param cells one for each backend that was run
 */
public record SituationRow(String id, String level, String promise, String description, String rule, List<Cell> cells) {

    /** Copies the list. */
    public SituationRow {
        cells = List.copyOf(cells);
    }

    /**
     * The result on one backend.
     *
     * @param backend its name
     * @return its cell, or empty if it was not run
     */
    public Optional<Cell> cell(String backend) {
        return cells.stream().filter(cell -> cell.backend().equals(backend)).findFirst();
    }

    /**
     * The place of a cell's evidence on the page.
     *
     * @param backend the cell's backend
     * @return the id of an element
     */
    public String anchor(String backend) {
        return id + "-" + backend;
    }

    /**
     * Whether the guarantee holds on one backend, with the evidence.
     *
     * @param backend the backend
     * @param status whether it holds
     * @param evidence the observation, the counter-example, or why there is none
     * @param history the history file of all processes, in {@link Report#HISTORIES}; null if there is none
     */
    public record Cell(
            String backend,
            SituationStatus status,
            String evidence,
            @Nullable String history) {

        /**
         * Checks that there is evidence.
         *
         * @throws IllegalArgumentException if the evidence is blank
         */
        public Cell {
            if (evidence.isBlank()) {
                throw new IllegalArgumentException(status + " on " + backend + " must have evidence but has none");
            }
        }
    }

    /** Whether a guarantee holds in a situation. */
    public enum SituationStatus {
        /** The run showed that it holds. */
        HOLDS,
        /**
         * The run showed a counter-example, as expected: no lock can do better, or the backend declares that limit
         * itself.
         */
        BROKEN,
        /** The run showed nothing. */
        NOT_EXERCISED,
        /** The rule for it was left out, or has not been run yet. */
        NOT_RUN,
        /** The rule for it failed. */
        FAILED,
        /** The rule for it ended in an unexpected way. */
        ERROR,
        /** The store does not have what the situation is about, or no store can; the cell states the reason. */
        NOT_OFFERED,
        /** The rule passed and published no finding about it: a defect of the kit. */
        NO_FINDING;

        /**
         * Whether the run showed that the guarantee holds or breaks.
         *
         * @return true for HOLDS and BROKEN
         */
        public boolean shown() {
            return this == HOLDS || this == BROKEN;
        }
    }
}
