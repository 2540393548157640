// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.CheckRow;
import dev.interlock.report.data.LeftOut;
import dev.interlock.report.data.Report;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The extent of a run, for the templates. */
public final class RunView {

    private RunView() {}

    /**
     * How far a run has come.
     *
     * @param report of an unfinished run
     * @return such as {@code 312 rules were run, on 4 of 11 stores, and 3 of them measured}
     */
    public static String progress(Report report) {
        long rules = report.ran().stream()
                .mapToLong(backend -> backend.rules().size())
                .sum();
        long measured = report.ran().stream()
                .filter(backend -> !backend.measurements().isEmpty())
                .count();
        return rules + " rules were run, on " + report.ran().size() + " of "
                + report.backends().size() + " stores" + (measured == 0 ? "" : ", and " + measured + " measured");
    }

    /**
     * How much was left out on all stores together.
     *
     * @param report of a run that left something out
     * @return such as {@code 240 mutants and 31 measurements}
     */
    public static String leftOut(Report report) {
        return new LeftOut(
                        all(report, LeftOut::rules),
                        all(report, LeftOut::mutants),
                        all(report, LeftOut::measurements),
                        "")
                .toString();
    }

    private static List<String> all(Report report, Function<LeftOut, List<String>> part) {
        return cut(report).stream()
                .flatMap(backend -> Stream.of(backend.leftOut()))
                .flatMap(left -> part.apply(left).stream())
                .toList();
    }

    /**
     * The stores on which something was left out.
     *
     * @param report the report
     * @return in the report's order
     */
    public static List<BackendReport> cut(Report report) {
        return report.ran().stream().filter(backend -> backend.leftOut().any()).toList();
    }

    /**
     * The stores whose set-up was checked.
     *
     * @param report the report
     * @return in the report's order
     */
    public static List<BackendReport> checked(Report report) {
        return report.ran().stream()
                .filter(backend -> !backend.checks().isEmpty())
                .toList();
    }

    /**
     * The verdict on a part of a set-up, as text.
     *
     * @param verdict the verdict
     * @return one word
     */
    public static String word(CheckRow.Verdict verdict) {
        return switch (verdict) {
            case GOOD -> "good";
            case LIMITED -> "limited";
            case UNKNOWN -> "unknown";
        };
    }

    /**
     * The style of that verdict.
     *
     * @param verdict the verdict
     * @return {@code good} or {@code open}
     */
    public static String style(CheckRow.Verdict verdict) {
        return switch (verdict) {
            case GOOD -> "good";
            case LIMITED, UNKNOWN -> "open";
        };
    }
}
