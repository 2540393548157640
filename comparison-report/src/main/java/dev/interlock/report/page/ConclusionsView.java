// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Conclusions.ClaimRow;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.SituationRow.SituationStatus;
import dev.interlock.report.data.Status;
import dev.interlock.report.data.TestRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The conclusions for the templates: which guarantee holds where, and what follows from that. */
public final class ConclusionsView {

    private ConclusionsView() {}

    /**
     * A level in words.
     *
     * @param level S, B or E
     * @return such as {@code at the store}; the level itself if it is another
     */
    public static String level(String level) {
        return switch (level) {
            case "S" -> "at the store";
            case "B" -> "in belief";
            case "E" -> "at the resource";
            default -> level;
        };
    }

    /**
     * The situations by level.
     *
     * @param rows the situations
     * @return by titles such as {@code At the store (S): one owner at a time at the store}
     */
    public static Map<String, List<SituationRow>> byLevel(List<SituationRow> rows) {
        return rows.stream()
                .collect(Collectors.groupingBy(
                        row -> title(row.level()) + row.promise(), LinkedHashMap::new, Collectors.toList()));
    }

    private static String title(String level) {
        return switch (level) {
            case "S" -> "At the store (S): ";
            case "B" -> "In the clients' belief (B): ";
            case "E" -> "At the resource (E): ";
            default -> level + ": ";
        };
    }

    /**
     * The situations of all locks.
     *
     * @param report the report
     * @return those of exclusive locks first
     */
    public static List<SituationRow> allSituations(Report report) {
        return Stream.of(report.conclusions().situations(), report.conclusions().shared())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * What became of locks that several may hold, for the line that opens their table.
     *
     * @param report the report
     * @return such as {@code all that was tried holds on 12 stores; 2 have none: etcd, redis-redlock}
     */
    public static String shared(Report report) {
        List<String> without = new ArrayList<>();
        List<String> whole = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (BackendReport backend : report.ran()) {
            List<SituationStatus> cells = report.conclusions().shared().stream()
                    .flatMap(row -> row.cell(backend.name()).stream())
                    .map(SituationRow.Cell::status)
                    .toList();
            List<String> place = !cells.contains(SituationStatus.HOLDS) && cells.contains(SituationStatus.NOT_OFFERED)
                    ? without
                    : cells.stream().allMatch(ConclusionsView::good) ? whole : others;
            place.add(backend.name());
        }
        List<String> parts = new ArrayList<>();
        if (!whole.isEmpty()) {
            parts.add("all that was tried holds on " + stores(whole));
        }
        if (!without.isEmpty()) {
            parts.add(stores(without)
                    + (without.size() == 1 ? " has none: " : " have none: ")
                    + String.join(", ", without));
        }
        if (!others.isEmpty()) {
            parts.add("failed or not tried, in part: " + String.join(", ", others));
        }
        return String.join("; ", parts);
    }

    private static boolean good(SituationStatus status) {
        return status == SituationStatus.HOLDS || status == SituationStatus.NOT_OFFERED;
    }

    private static String stores(List<String> names) {
        return names.size() + (names.size() == 1 ? " store" : " stores");
    }

    /**
     * Whether a guarantee holds, as text.
     *
     * @param status the status
     * @return such as {@code holds}; in capitals if the guarantee does not hold
     */
    public static String status(SituationStatus status) {
        return switch (status) {
            case HOLDS -> "holds";
            case BROKEN -> "BROKEN";
            case NOT_EXERCISED -> "not exercised";
            case NOT_RUN -> "not run";
            case NOT_OFFERED -> "does not apply";
            case FAILED -> "FAILED";
            case ERROR, NO_FINDING -> "ERROR";
        };
    }

    /**
     * The style of that status.
     *
     * @param status whether a guarantee holds
     * @return {@code good}, {@code open} or {@code bad}
     */
    public static String style(SituationStatus status) {
        return switch (status) {
            case HOLDS -> "good";
            case NOT_EXERCISED, NOT_RUN, NOT_OFFERED -> "open";
            case BROKEN, FAILED, ERROR, NO_FINDING -> "bad";
        };
    }

    /**
     * The tests for a situation on a backend.
     *
     * @param report the report
     * @param row the situation
     * @param backend the backend's name
     * @return the tests of its rule, those with a finding about it first
     */
    public static List<TestRow> trials(Report report, SituationRow row, String backend) {
        return report.ran().stream()
                .filter(each -> each.name().equals(backend))
                .flatMap(each -> each.rule(row.rule()).stream())
                .flatMap(rule -> rule.tests().stream())
                .sorted(Comparator.comparing(test -> test.findings().stream()
                        .noneMatch(found -> found.situation().equals(row.id()))))
                .toList();
    }

    /**
     * How far a run supports a verdict, as text.
     *
     * @param shown how far
     * @return in words
     */
    public static String shown(ClaimRow.Shown shown) {
        return switch (shown) {
            case SHOWN -> "shown here";
            case PARTLY -> "shown here in part";
            case NOT_SHOWN -> "not exercised in this run";
            case DENIED -> "DENIED by this run";
        };
    }

    /**
     * The style of that degree.
     *
     * @param shown how far
     * @return {@code good}, {@code open} or {@code bad}
     */
    public static String style(ClaimRow.Shown shown) {
        return switch (shown) {
            case SHOWN -> "good";
            case PARTLY, NOT_SHOWN -> "open";
            case DENIED -> "bad";
        };
    }

    /**
     * The mutants that a rule killed on any backend.
     *
     * @param report the report
     * @param rule the rule's id
     * @return their ids
     */
    public static List<String> killedBy(Report report, String rule) {
        return mutants(report)
                .filter(mutant -> mutant.verdicts().stream()
                        .anyMatch(verdict -> verdict.rule().equals(rule) && verdict.status() == Status.FAILED))
                .map(MutantRow::id)
                .toList();
    }

    /**
     * Whether any backend has mutants in this run.
     *
     * @param report the report
     * @return true if so
     */
    public static boolean hasMutants(Report report) {
        return mutants(report).findAny().isPresent();
    }

    private static Stream<MutantRow> mutants(Report report) {
        return report.ran().stream().flatMap(backend -> backend.mutants().stream());
    }
}
