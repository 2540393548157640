// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/**
 * What to take for one need.
 *
 * @param need what somebody wants
 * @param answers sentences that name backends
 */
public record AdviceRow(String need, List<Answer> answers) {

    /** Copies the list. */
    public AdviceRow {
        answers = List.copyOf(answers);
    }

    /**
     * One sentence: its start, the names of the backends that it is about, its end.
     *
     * @param start up to the names
     * @param backends by name, each with what shows that it belongs here
     * @param end after the names
     */
    public record Answer(String start, List<Proof> backends, String end) {

        /**
         * Copies the list.
         *
         * @throws IllegalArgumentException if it is about no backend
         */
        public Answer {
            backends = List.copyOf(backends);
            if (backends.isEmpty()) {
                throw new IllegalArgumentException("advice must be backed by something but is not: " + start + end);
            }
        }
    }
}
