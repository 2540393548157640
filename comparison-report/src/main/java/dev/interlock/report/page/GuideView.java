// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Conclusions.AdviceRow;
import dev.interlock.report.data.Conclusions.Proof;
import dev.interlock.report.data.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The advice as a table: a need in each row, a store in each column. */
public final class GuideView {

    private GuideView() {}

    /**
     * The content of a cell.
     *
     * @param word such as {@code yes, with a guard}, or a dash
     * @param style of the cell
     * @param anchor of the evidence, null if there is none
     */
    public record Answer(
            String word, String style, @Nullable String anchor) {}

    /**
     * The stores with the same answer.
     *
     * @param word the answer in a few words
     * @param style of the words
     * @param backends the stores by name
     */
    public record Choice(String word, String style, List<String> backends) {

        /** Copies the list. */
        public Choice {
            backends = List.copyOf(backends);
        }
    }

    /**
     * The advice on a need, by answer.
     *
     * @param report the report
     * @param advice the need
     * @return in the order of the columns; no store is missing
     */
    public static List<Choice> choices(Report report, AdviceRow advice) {
        Map<String, String> styles = new LinkedHashMap<>();
        Map<String, List<String>> backends = new LinkedHashMap<>();
        for (BackendReport backend : stores(report)) {
            Answer answer = answer(advice, backend.name());
            styles.putIfAbsent(answer.word(), answer.style());
            backends.computeIfAbsent(answer.word(), word -> new ArrayList<>()).add(backend.name());
        }
        return backends.entrySet().stream()
                .map(each -> new Choice(each.getKey(), styles.getOrDefault(each.getKey(), ""), each.getValue()))
                .toList();
    }

    /**
     * The columns.
     *
     * @param report the report
     * @return the stores that any advice names
     */
    public static List<BackendReport> stores(Report report) {
        return report.ran().stream()
                .filter(backend -> report.conclusions().advice().stream()
                        .anyMatch(advice -> answer(advice, backend.name()).anchor() != null))
                .toList();
    }

    /**
     * The advice on a need for one store.
     *
     * @param advice the need
     * @param backend the store
     * @return a cell
     */
    public static Answer answer(AdviceRow advice, String backend) {
        Answer cell = new Answer("–", "open", null);
        for (AdviceRow.Answer answer : advice.answers()) {
            for (Proof proof : answer.backends()) {
                if (proof.text().equals(backend) && cell.anchor() == null) {
                    cell = switch (answer.kind()) {
                        case TAKE -> new Answer(answer.word(), "good", proof.anchor());
                        case CONDITION -> new Answer(answer.word(), "open", proof.anchor());
                        case AVOID -> new Answer(answer.word(), "bad", proof.anchor());
                        case SEEN -> new Answer(answer.word(), "", proof.anchor());
                    };
                }
            }
        }
        return cell;
    }
}
