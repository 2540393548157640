// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import dev.interlock.report.data.SituationRow.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two runs. Results that only one of them has are counted, not compared.
 *
 * @param before date and subject of the older run
 * @param changes in the order of the newer report
 * @param compared how many results both have
 * @param onlyBefore how many results only the older one has
 * @param onlyNow how many only the newer one has
 */
public record Changes(String before, List<Change> changes, int compared, int onlyBefore, int onlyNow) {

    /** Copies the list. */
    public Changes {
        changes = List.copyOf(changes);
    }

    /**
     * One difference.
     *
     * @param what the subject of the change
     * @param before the result of the older run
     * @param now the result of the newer run
     */
    public record Change(String what, String before, String now) {}

    /**
     * Compares two runs: rules, situations and mutants by their results, figures only where the ranges of their rounds
     * do not overlap.
     *
     * @param old the older run
     * @param report the newer one
     * @return the differences
     */
    public static Changes between(Report old, Report report) {
        Map<String, Result> before = results(old);
        Map<String, Result> now = results(report);
        List<Change> changes = new ArrayList<>();
        int compared = 0;
        for (Map.Entry<String, Result> each : now.entrySet()) {
            Result former = before.get(each.getKey());
            if (former != null) {
                compared++;
                if (each.getValue().differsFrom(former)) {
                    changes.add(new Change(
                            each.getKey(), former.text(), each.getValue().text()));
                }
            }
        }
        String when = old.environment().date() + ", Interlock "
                + old.environment().version() + " " + old.environment().commit();
        return new Changes(when.strip(), changes, compared, before.size() - compared, now.size() - compared);
    }

    private static Map<String, Result> results(Report report) {
        Map<String, Result> results = new LinkedHashMap<>();
        for (BackendReport backend : report.ran()) {
            String name = backend.name() + ", ";
            backend.rules().forEach(row -> results.put(name + row.rule(), Result.of(row.status())));
            backend.mutants()
                    .forEach(mutant -> results.put(
                            name + "mutant " + mutant.id(), new Result(mutant.killed() ? "killed" : "survived", null)));
            for (Measurement measurement : backend.measurements()) {
                for (Figure figure : measurement.figures()) {
                    String place = name + measurement.title() + ": " + figure.what();
                    results.putIfAbsent(place, Result.of(figure));
                }
            }
        }
        add(results, report.conclusions().situations());
        add(results, report.conclusions().shared());
        return results;
    }

    private static void add(Map<String, Result> results, List<SituationRow> rows) {
        for (SituationRow row : rows) {
            for (Cell cell : row.cells()) {
                results.put(cell.backend() + ", " + row.level() + ", " + row.description(), Result.of(cell.status()));
            }
        }
    }

    /** A result in words, with the rounds if it is a figure. */
    private record Result(String text, @Nullable Spread rounds) {

        static Result of(Enum<?> status) {
            return new Result(status.name().toLowerCase(Locale.ROOT).replace('_', ' '), null);
        }

        static Result of(Figure figure) {
            Spread value = figure.value();
            String range = Numbers.range(value);
            String text = Numbers.of(value.median()) + " " + figure.unit();
            return new Result(text.strip() + (range.isEmpty() ? "" : " (" + range + ")"), value);
        }

        boolean differsFrom(Result former) {
            if (rounds == null || former.rounds == null) {
                return !text.equals(former.text);
            }
            return !rounds.overlaps(former.rounds);
        }
    }
}
