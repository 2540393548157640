// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Conclusions.AdviceRow;
import dev.interlock.report.data.Conclusions.Proof;
import dev.interlock.report.data.Report;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The advice as a table: a need in each row, a store in each column. */
public final class GuideView {

    private GuideView() {}

    /**
     * The content of a cell.
     *
     * @param word yes, no, seen or a dash
     * @param style of the cell
     * @param anchor of the evidence, null if there is none
     */
    public record Answer(
            String word, String style, @Nullable String anchor) {}

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
                        case TAKE -> new Answer("yes", "good", proof.anchor());
                        case AVOID -> new Answer("no", "bad", proof.anchor());
                        case SEEN -> new Answer("seen", "", proof.anchor());
                    };
                }
            }
        }
        return cell;
    }
}
