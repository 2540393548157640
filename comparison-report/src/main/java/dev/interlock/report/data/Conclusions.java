// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/**
 * What follows from the results of a run.
 *
 * @param situations which guarantee holds in which situation on which backend
 * @param advice which store for what
 * @param claims what others published
 * @param mistakes known mistakes and the mutants that make them
 */
public record Conclusions(
        List<SituationRow> situations, List<AdviceRow> advice, List<ClaimRow> claims, List<MistakeRow> mistakes) {

    /** Copies the lists. */
    public Conclusions {
        situations = List.copyOf(situations);
        advice = List.copyOf(advice);
        claims = List.copyOf(claims);
        mistakes = List.copyOf(mistakes);
    }

    /**
     * A result in this report that a conclusion rests on.
     *
     * @param text what it says
     * @param anchor where the page has it: the id of an element
     */
    public record Proof(String text, String anchor) {}

    /**
     * Which stores to take for one need.
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
         * @param kind what it says of them
         * @param start up to the names
         * @param backends by name, each with what shows that it belongs here
         * @param end after the names
         */
        public record Answer(Kind kind, String start, List<Proof> backends, String end) {

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

            /** What a sentence says of the backends that it names. */
            public enum Kind {
                /** They serve the need. */
                TAKE,
                /** They do not. */
                AVOID,
                /** What was seen on them, for the reader to judge. */
                SEEN
            }
        }
    }

    /**
     * What somebody published about distributed locks, and what this run says about that.
     *
     * @param source author and title, or what it is about where neither is known
     * @param argument what its author argues, in our words
     * @param claim in our words
     * @param verdict such as {@code wrong}
     * @param why in one or two sentences
     * @param shown whether this run shows it
     * @param proofs what in this report shows it
     */
    public record ClaimRow(
            String source, String argument, String claim, String verdict, String why, Shown shown, List<Proof> proofs) {

        /** Copies the list. */
        public ClaimRow {
            proofs = List.copyOf(proofs);
        }

        /** How far a run bears out the verdict on a claim. */
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

    /**
     * A known mistake in locks, and the mutants that make it here.
     *
     * @param id m01 to m38
     * @param description the mistake
     * @param mutants those of this run, and whether they were killed
     * @param remark why there is no mutant, or which part of the mistake none makes; empty if there is nothing to say
     */
    public record MistakeRow(String id, String description, List<MutantOutcome> mutants, String remark) {

        /** Copies the list. */
        public MistakeRow {
            mutants = List.copyOf(mutants);
        }

        /**
         * What became of a mutant that makes the mistake.
         *
         * @param mutant its id
         * @param tried whether it was part of this run
         * @param killed whether it was killed
         */
        public record MutantOutcome(String mutant, boolean tried, boolean killed) {}
    }
}
