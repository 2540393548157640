// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/**
 * The conclusions from the results of a run.
 *
 * @param situations which guarantee holds in which situation on which backend
 * @param shared the same for locks that several may hold: readers and writers, and permits
 * @param advice which store suits which need
 * @param claims published claims of other authors
 * @param mistakes known mistakes and the mutants that make them
 */
public record Conclusions(
        List<SituationRow> situations,
        List<SituationRow> shared,
        List<AdviceRow> advice,
        List<ClaimRow> claims,
        List<MistakeRow> mistakes) {

    /** Copies the lists. */
    public Conclusions {
        situations = List.copyOf(situations);
        shared = List.copyOf(shared);
        advice = List.copyOf(advice);
        claims = List.copyOf(claims);
        mistakes = List.copyOf(mistakes);
    }

    /**
     * A result in this report that a conclusion rests on.
     *
     * @param text the result in words
     * @param anchor its place on the page: the id of an element
     */
    public record Proof(String text, String anchor) {}

    /**
     * The stores for one need.
     *
     * @param need the need
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
         * @param kind the kind of statement
         * @param word the answer in a few words, such as {@code yes, with a guard}
         * @param start the text before the names
         * @param backends the backends by name, each with the result that it rests on
         * @param end the text after the names
         */
        public record Answer(Kind kind, String word, String start, List<Proof> backends, String end) {

            /**
             * Copies the list.
             *
             * @throws IllegalArgumentException if it names no backend
             */
            public Answer {
                backends = List.copyOf(backends);
                if (backends.isEmpty()) {
                    throw new IllegalArgumentException("advice must be backed by something but is not: " + start + end);
                }
            }

            /** The kinds of statements about backends. */
            public enum Kind {
                /** The backends suit the need. */
                TAKE,
                /** The backends suit the need on a condition, which the words name. */
                CONDITION,
                /** The backends do not suit the need. */
                AVOID,
                /** An observation on the backends, for the reader to judge. */
                SEEN
            }
        }
    }

    /**
     * A published claim about distributed locks, and the results of this run about it.
     *
     * @param source author and title, or the subject where neither is known
     * @param argument the author's argument, in our words
     * @param claim the claim, in our words
     * @param verdict such as {@code wrong}
     * @param why the reason, in one or two sentences
     * @param shown how far this run supports the verdict
     * @param proofs the results in this report that support it
     */
    public record ClaimRow(
            String source, String argument, String claim, String verdict, String why, Shown shown, List<Proof> proofs) {

        /** Copies the list. */
        public ClaimRow {
            proofs = List.copyOf(proofs);
        }

        /** How far a run supports the verdict on a claim. */
        public enum Shown {
            /** All checks of the verdict were run and support it. */
            SHOWN,
            /** Some checks were not run. */
            PARTLY,
            /** No check was run. */
            NOT_SHOWN,
            /** A check of this run contradicts the verdict. */
            DENIED
        }
    }

    /**
     * A known mistake in locks, and the mutants that make it here.
     *
     * @param id m01 to m38
     * @param description the mistake
     * @param mutants the mutants of this run, and whether they were killed
     * @param remark why there is no mutant, or which part of the mistake no mutant makes; may be empty
     */
    public record MistakeRow(String id, String description, List<MutantOutcome> mutants, String remark) {

        /** Copies the list. */
        public MistakeRow {
            mutants = List.copyOf(mutants);
        }

        /**
         * The outcome of a mutant that makes the mistake.
         *
         * @param mutant its id
         * @param tried whether it was part of this run
         * @param killed whether it was killed
         */
        public record MutantOutcome(String mutant, boolean tried, boolean killed) {}
    }
}
