// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Changes;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.TestRow;
import dev.interlock.report.peer.Others;
import dev.interlock.report.timeline.Timeline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The content of the page: a report, the pictures of its histories, and the changes since another run.
 *
 * @param report the report
 * @param timelines by the name of their history, without those that could not be drawn
 * @param changes null if there is no other run
 * @param others the results of other libraries
 */
public record Page(
        Report report,
        Map<String, Timeline> timelines,
        @Nullable Changes changes,
        Others others) {

    /** Copies the map. */
    public Page {
        timelines = Map.copyOf(timelines);
    }

    /**
     * A history with its origin.
     *
     * @param file its name
     * @param backend the backend
     * @param rule the rule
     * @param title of the test, or the defect of the mutant
     * @param mutant whether it shows a mutant
     */
    public record Recorded(String file, String backend, String rule, String title, boolean mutant) {}

    /**
     * The histories that a report names.
     *
     * @param report the report
     * @return in the order of the report, each file once
     */
    public static List<Recorded> histories(Report report) {
        Map<String, Recorded> all = new LinkedHashMap<>();
        for (BackendReport backend : report.ran()) {
            for (RuleRow row : backend.rules()) {
                for (TestRow test : row.tests()) {
                    if (test.history() != null) {
                        all.putIfAbsent(
                                test.history(),
                                new Recorded(test.history(), backend.name(), row.rule(), test.title(), false));
                    }
                }
            }
        }
        for (BackendReport backend : report.ran()) {
            for (MutantRow mutant : backend.mutants()) {
                for (MutantRow.Verdict verdict : mutant.verdicts()) {
                    if (verdict.history() != null) {
                        all.putIfAbsent(
                                verdict.history(),
                                new Recorded(verdict.history(), backend.name(), verdict.rule(), mutant.broken(), true));
                    }
                }
            }
        }
        return List.copyOf(all.values());
    }

    /**
     * The names of the files of the histories.
     *
     * @param report the report
     * @return the names
     */
    public static Set<String> historyFiles(Report report) {
        return histories(report).stream().map(Recorded::file).collect(Collectors.toSet());
    }

    /**
     * The histories that have a picture.
     *
     * @return in the order of the report
     */
    public List<Recorded> drawn() {
        return histories(report).stream()
                .filter(each -> timelines.containsKey(each.file()))
                .toList();
    }

    /**
     * Whether a history has a picture.
     *
     * @param history the name of its file, null if there is none
     * @return true if so
     */
    public boolean isDrawn(@Nullable String history) {
        return history != null && timelines.containsKey(history);
    }

    /**
     * The place of a history's picture on the page.
     *
     * @param history the name of its file
     * @return the id of an element
     */
    public static String anchor(String history) {
        return "timeline-" + history.replaceFirst("\\.txt$", "");
    }
}
