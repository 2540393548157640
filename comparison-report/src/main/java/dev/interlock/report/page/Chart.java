// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Figure.Reference;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Numbers;
import dev.interlock.report.data.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Figures of one unit as dots with the range of their rounds, on one scale that begins at zero.
 *
 * @param unit of the scale, empty for counts
 * @param most the end of the scale
 * @param rows one for each measured quantity
 */
public record Chart(String unit, double most, List<Row> rows) {

    /** Copies the list. */
    public Chart {
        rows = List.copyOf(rows);
    }

    /**
     * One measured quantity.
     *
     * @param what its name
     * @param dots Interlock's first
     */
    public record Row(String what, List<Dot> dots) {

        /** Copies the list. */
        public Row {
            dots = List.copyOf(dots);
        }
    }

    /**
     * One figure.
     *
     * @param name of its contender
     * @param spread of its rounds
     * @param ours whether it is Interlock's
     */
    public record Dot(String name, Spread spread, boolean ours) {}

    /**
     * The charts of a measurement: one for each unit with a comparison or a range.
     *
     * @param measurement the measurement
     * @return the charts
     */
    public static List<Chart> of(Measurement measurement) {
        Map<String, Map<String, List<Dot>>> byUnit = new LinkedHashMap<>();
        for (Figure figure : measurement.figures()) {
            if (figure.size() != null) {
                continue; // see GrowthChart
            }
            List<Dot> dots = byUnit.computeIfAbsent(figure.unit(), unit -> new LinkedHashMap<>())
                    .computeIfAbsent(figure.what(), what -> new ArrayList<>());
            if (dots.isEmpty()) {
                dots.add(new Dot("Interlock", figure.value(), true));
            }
            Reference reference = figure.reference();
            if (reference != null) {
                dots.add(new Dot(reference.name(), reference.value(), false));
            }
        }
        List<Chart> charts = new ArrayList<>();
        byUnit.forEach((unit, rows) -> {
            Chart chart = new Chart(
                    unit,
                    rows.values().stream()
                            .flatMap(List::stream)
                            .mapToDouble(dot -> dot.spread().max())
                            .max()
                            .orElse(0),
                    rows.entrySet().stream()
                            .map(row -> new Row(row.getKey(), row.getValue()))
                            .toList());
            if (chart.worthDrawing()) {
                charts.add(chart);
            }
        });
        return charts;
    }

    private boolean worthDrawing() {
        return most > 0
                && rows.stream()
                        .anyMatch(row -> row.dots().size() > 1
                                || row.dots().get(0).spread().min()
                                        < row.dots().get(0).spread().max());
    }

    /**
     * The position of a figure.
     *
     * @param figure in the unit of the scale
     * @return such as {@code 12.34%}
     */
    public String at(double figure) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * figure / most);
    }

    /**
     * A figure with its range.
     *
     * @param spread the figure
     * @return such as {@code 12.3 (11.8 to 13.1)}
     */
    public static String words(Spread spread) {
        String range = Numbers.range(spread);
        return Numbers.of(spread.median()) + (range.isEmpty() ? "" : " (" + range + ")");
    }
}
