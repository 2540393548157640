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
     * One sentence.
     *
     * @param sentence with the names of the backends that it is about
     * @param proofs one for each of these
     */
    public record Answer(String sentence, List<Proof> proofs) {

        /**
         * Copies the list.
         *
         * @throws IllegalArgumentException if nothing backs the sentence
         */
        public Answer {
            proofs = List.copyOf(proofs);
            if (proofs.isEmpty()) {
                throw new IllegalArgumentException("advice must be backed by something but is not: " + sentence);
            }
        }
    }
}
