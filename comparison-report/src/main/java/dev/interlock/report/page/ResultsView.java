// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.RuleText;
import dev.interlock.report.data.Status;
import dev.interlock.report.data.TestRow;
import dev.interlock.tck.Rule;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Rules, their tests and mutants, for the templates. */
public final class ResultsView {

    private ResultsView() {}

    /**
     * The title of a family.
     *
     * @param family such as {@code ACQ}
     * @return its title, or itself if the report is older and the family is no more
     */
    public static String family(String family) {
        return Arrays.stream(Rule.values())
                .filter(rule -> rule.family().equals(family))
                .map(Rule::familyTitle)
                .map(title -> Character.toUpperCase(title.charAt(0)) + title.substring(1))
                .findFirst()
                .orElse(family);
    }

    /**
     * The rules by family.
     *
     * @param report the report
     * @return in the order of the contract
     */
    public static Map<String, List<RuleText>> families(Report report) {
        return report.rules().stream()
                .collect(Collectors.groupingBy(RuleText::family, LinkedHashMap::new, Collectors.toList()));
    }

    /**
     * A status as text.
     *
     * @param status the status
     * @return such as {@code not exercised}; in capitals if it is a failure
     */
    public static String status(Status status) {
        return switch (status) {
            case PASSED -> "passed";
            case PARTLY -> "partly";
            case NOT_EXERCISED -> "not exercised";
            case NOT_RUN -> "not run";
            case ERROR -> "ERROR";
            case FAILED -> "FAILED";
        };
    }

    /**
     * The style of a status.
     *
     * @param status the status
     * @return {@code good}, {@code open} or {@code bad}
     */
    public static String style(Status status) {
        return switch (status) {
            case PASSED -> "good";
            case PARTLY, NOT_EXERCISED, NOT_RUN -> "open";
            case ERROR, FAILED -> "bad";
        };
    }

    /**
     * The status of a rule on a backend.
     *
     * @param backend the backend
     * @param rule the rule's id
     * @return its status
     */
    public static Status status(BackendReport backend, String rule) {
        return backend.rule(rule).map(RuleRow::status).orElse(Status.NOT_RUN);
    }

    /**
     * The backends on which a rule ended alike.
     *
     * @param status how it ended
     * @param backends their names
     */
    public record Outcome(Status status, List<String> backends) {

        /** Copies the list. */
        public Outcome {
            backends = List.copyOf(backends);
        }

        /**
         * Whether a number says enough, because nothing has to be looked at on any of them.
         *
         * @return true if the rule passed on several
         */
        public boolean counted() {
            return status == Status.PASSED && backends.size() > 1;
        }
    }

    /**
     * The outcomes of a rule on all backends.
     *
     * @param report the report
     * @param rule the rule's id
     * @return in the order of the statuses, each with its backends
     */
    public static List<Outcome> outcomes(Report report, String rule) {
        Map<Status, List<String>> outcomes = report.ran().stream()
                .collect(Collectors.groupingBy(
                        backend -> status(backend, rule),
                        () -> new EnumMap<>(Status.class),
                        Collectors.mapping(BackendReport::name, Collectors.toList())));
        return outcomes.entrySet().stream()
                .map(each -> new Outcome(each.getKey(), each.getValue()))
                .toList();
    }

    /**
     * The tests of a rule on a backend.
     *
     * @param backend the backend
     * @param rule the rule's id
     * @return its tests, none if the rule was not run
     */
    public static List<TestRow> tests(BackendReport backend, String rule) {
        return backend.rule(rule).map(RuleRow::tests).orElse(List.of());
    }

    /**
     * Whether the details of a rule are unfolded at first.
     *
     * @param report the report
     * @param rule the rule's id
     * @return true if it failed on any backend
     */
    public static boolean unfolded(Report report, String rule) {
        return report.ran().stream().anyMatch(backend -> status(backend, rule).bad());
    }
}
