// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Changes;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Numbers;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.ReportVerdict;
import dev.interlock.report.data.Status;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A report as a few lines of text. */
public final class SummaryTable {

    private static final List<String> HEADS = List.of(
            "backend", "store", "rules passed", "failed", "not exercised", "mutants killed", "throughput ratio");

    private SummaryTable() {}

    /**
     * Prints the summary.
     *
     * @param report the report
     * @param changes the changes since another run, null if there is none
     * @param out where to print
     */
    public static void print(Report report, @Nullable Changes changes, PrintWriter out) {
        List<List<String>> rows = new ArrayList<>(List.of(HEADS));
        report.ran().forEach(backend -> rows.add(row(backend)));
        int[] widths = new int[HEADS.size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        out.println();
        rows.forEach(row -> out.println(line(row, widths)));
        out.println();
        if (changes != null) {
            out.println("Since " + changes.before() + ": " + changes.changes().size() + " of " + changes.compared()
                    + " results are different; " + changes.onlyBefore() + " were found then only, " + changes.onlyNow()
                    + " now only.");
            changes.changes()
                    .forEach(change -> out.println(
                            "changed " + change.what() + ": was " + change.before() + ", is " + change.now()));
        }
        ReportVerdict verdict = ReportVerdict.of(report);
        verdict.failures().forEach(failure -> out.println("FAILED  " + failure));
        verdict.remarks().forEach(remark -> out.println("note    " + remark));
        verdict.leftOut().forEach(part -> out.println("note    " + part));
        out.println(
                verdict.good()
                        ? "Every MUST rule held where it could be exercised, every mutant that was tried was killed,"
                                + " and every trial of a guard went as it must."
                        : "Not good: see above.");
        out.flush();
    }

    private static List<String> row(BackendReport backend) {
        long open = backend.count(Status.NOT_EXERCISED);
        long partly = backend.count(Status.PARTLY);
        return List.of(
                backend.name(),
                String.valueOf(backend.server()),
                String.valueOf(backend.count(Status.PASSED)),
                String.valueOf(backend.count(Status.FAILED) + backend.count(Status.ERROR)),
                partly == 0 ? String.valueOf(open) : open + " + " + partly + " partly",
                backend.mutants().isEmpty()
                        ? "none here"
                        : backend.killed() + "/" + backend.mutants().size(),
                ratios(MeasurementsView.ratios(backend)));
    }

    private static String ratios(List<Figure> figures) {
        return figures.isEmpty()
                ? "-"
                : figures.stream()
                        .map(figure ->
                                Numbers.share(MeasurementsView.ratio(figure).median()) + " ("
                                        + MeasurementsView.reference(figure).name() + ", "
                                        + figure.what().replaceFirst("^[^,]*, ", "") + ")")
                        .collect(Collectors.joining(", "));
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            String space = " ".repeat(widths[column] - cell.length());
            boolean number = column >= 2 && column <= 5;
            line.append(number ? space + cell : cell + space).append("  ");
        }
        return line.toString().stripTrailing();
    }
}
