// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import java.util.Optional;

/**
 * A guarantee in one situation on all backends.
 *
 * @param id the situation's name in the kit
 * @param level S, B or E
 * @param promise what S, B or E promises, in words
 * @param words what happens in the situation
 * @param rule the rule that shows it
 * @param cells one for each backend that was run
 */
public record SituationRow(String id, String level, String promise, String words, String rule, List<Cell> cells) {

    /** Copies the list. */
    public SituationRow {
        cells = List.copyOf(cells);
    }

    /**
     * What was seen on one backend.
     *
     * @param backend its name
     * @return its cell, or empty if it was not run
     */
    public Optional<Cell> cell(String backend) {
        return cells.stream().filter(cell -> cell.backend().equals(backend)).findFirst();
    }

    /**
     * Where the page has the evidence of a cell.
     *
     * @param backend the cell's backend
     * @return the id of an element
     */
    public String anchor(String backend) {
        return id + "-" + backend;
    }
}
