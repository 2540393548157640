// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.interlock.Capability;
import dev.interlock.report.data.Conclusions.AdviceRow;
import dev.interlock.report.data.Conclusions.AdviceRow.Answer;
import dev.interlock.report.data.Conclusions.AdviceRow.Answer.Kind;
import dev.interlock.report.data.Conclusions.Proof;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.SituationRow.SituationStatus;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The advice on which store to choose for one need, from {@code advice.json}. Each sentence names exactly the backends
 * for which a result of the run supports it.
 *
 * @param need the need
 * @param statements what the results say about it
 */
record StoreAdvice(String need, List<Statement> statements) {

    private static final List<StoreAdvice> ALL = DataFile.read("advice.json", StoreAdvice.class);

    /** The advice that the results support. */
    static List<AdviceRow> from(ResultLookup results) {
        return ALL.stream()
                .map(advice -> new AdviceRow(
                        advice.need,
                        advice.statements.stream()
                                .flatMap(statement -> statement.from(results))
                                .toList()))
                .toList();
    }

    /** One or two sentences about the backends that have a certain result; its fields in the file tell its kind. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
    @JsonSubTypes({@JsonSubTypes.Type(Found.class), @JsonSubTypes.Type(Seen.class), @JsonSubTypes.Type(Declared.class)})
    sealed interface Statement {

        Stream<Answer> from(ResultLookup results);
    }

    /**
     * Advises for or against the backends with a result in a situation.
     *
     * @param when the situation
     * @param is the result
     * @param kind what follows from it
     * @param word the same in a few words
     * @param sentence the same with the reason
     */
    record Found(Situation when, SituationStatus is, Kind kind, String word, Sentence sentence) implements Statement {

        @Override
        public Stream<Answer> from(ResultLookup results) {
            return sentence.naming(kind, word, results.backends(when, is));
        }
    }

    /** Quotes the observation on each backend; in a few words the first time in it. */
    record Seen(Situation seen) implements Statement {

        private static final Pattern TIME = Pattern.compile("\\d+ ms");

        @Override
        public Stream<Answer> from(ResultLookup results) {
            SituationRow row = results.row(seen);
            return row.cells().stream()
                    .filter(cell -> cell.status().shown())
                    .map(cell -> new Answer(
                            Kind.SEEN,
                            word(cell.evidence()),
                            "",
                            List.of(new Proof(cell.backend(), row.anchor(cell.backend()))),
                            ": " + cell.evidence()));
        }

        private static String word(String evidence) {
            Matcher time = TIME.matcher(evidence);
            return time.find() ? "after " + time.group() : "seen";
        }
    }

    /** Advises for the backends that declare a capability, and against the others, where a rule has shown it. */
    record Declared(Capability declared, Rule rule) implements Statement {

        @Override
        public Stream<Answer> from(ResultLookup results) {
            Sentence without = new Sentence("Not %s: " + declared.absence() + ".");
            return Stream.concat(
                    new Sentence("Use one of %s.").naming(Kind.TAKE, "yes", results.declaring(declared, true, rule)),
                    without.naming(Kind.AVOID, "no", results.declaring(declared, false, rule)));
        }
    }

    /** A sentence with {@code %s} in place of the names of backends. */
    record Sentence(String text) {

        private static final String NAMES = "%s";

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Sentence {
            if (!text.contains(NAMES)) {
                throw new IllegalArgumentException("a sentence must name backends by %s but does not: " + text);
            }
        }

        /** No sentence without a backend to name. */
        private Stream<Answer> naming(Kind kind, String word, List<Proof> backends) {
            int names = text.indexOf(NAMES);
            return backends.isEmpty()
                    ? Stream.empty()
                    : Stream.of(new Answer(
                            kind, word, text.substring(0, names), backends, text.substring(names + NAMES.length())));
        }
    }
}
