// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Figure.Size;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Numbers;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;

/**
 * How a figure grows: a line with the range of its rounds for each store, side by side on the same two scales, which
 * begin at zero.
 *
 * @param unit of the figures
 * @param of the quantity that they grow with
 * @param most the end of the scale of the figures
 * @param widest the end of the scale of sizes
 * @param panels one for each store that measured it
 */
public record GrowthChart(String unit, String of, double most, int widest, List<Panel> panels) {

    /** The width of a panel. */
    public static final int WIDTH = 220;

    /** The height of a panel. */
    public static final int HEIGHT = 96;

    /** Copies the list. */
    public GrowthChart {
        panels = List.copyOf(panels);
    }

    /**
     * The line of a store.
     *
     * @param store its name
     * @param points by size
     */
    public record Panel(String store, List<Point> points) {

        /** Copies the list. */
        public Panel {
            points = List.copyOf(points);
        }

        /** {@return the last point} */
        public Point last() {
            return points.get(points.size() - 1);
        }
    }

    /**
     * One figure.
     *
     * @param size the size that it grows with
     * @param spread of its rounds
     */
    public record Point(int size, Spread spread) {}

    /**
     * The charts of a report.
     *
     * @param report the report
     * @return charts for the same size together, otherwise in the order of the first store that has them
     */
    public static List<GrowthChart> of(Report report) {
        record Key(String unit, String of) {}
        Map<Key, Map<String, List<Point>>> all = new LinkedHashMap<>();
        for (BackendReport backend : report.ran()) {
            for (Measurement measurement : backend.measurements()) {
                for (Figure figure : measurement.figures()) {
                    Size size = figure.size();
                    if (size != null) {
                        all.computeIfAbsent(new Key(figure.unit(), size.of()), key -> new LinkedHashMap<>())
                                .computeIfAbsent(backend.name(), store -> new ArrayList<>())
                                .add(new Point(size.count(), figure.value()));
                    }
                }
            }
        }
        List<String> axes = all.keySet().stream().map(Key::of).distinct().toList();
        return all.entrySet().stream()
                .sorted(Comparator.comparingInt(
                        chart -> axes.indexOf(chart.getKey().of())))
                .map(chart -> of(
                        chart.getKey().unit(),
                        chart.getKey().of(),
                        chart.getValue().entrySet().stream()
                                .map(GrowthChart::panel)
                                .toList()))
                .toList();
    }

    private static Panel panel(Entry<String, List<Point>> store) {
        return new Panel(store.getKey(), store.getValue());
    }

    private static GrowthChart of(String unit, String of, List<Panel> panels) {
        List<Point> points =
                panels.stream().flatMap(panel -> panel.points().stream()).toList();
        return new GrowthChart(
                unit,
                of,
                points.stream().mapToDouble(point -> point.spread().max()).max().orElse(0),
                points.stream().mapToInt(Point::size).max().orElse(0),
                panels);
    }

    /**
     * The position of a size.
     *
     * @param point the point
     * @return in pixels
     */
    public String x(Point point) {
        return pixels(widest == 0 ? 0 : (double) WIDTH * point.size() / widest);
    }

    /**
     * The position of a figure.
     *
     * @param figure in the unit
     * @return in pixels from the top
     */
    public String y(double figure) {
        return pixels(HEIGHT - (most == 0 ? 0 : HEIGHT * figure / most));
    }

    private static String pixels(double pixels) {
        return String.format(Locale.ROOT, "%.1f", pixels);
    }

    /**
     * The line of the medians.
     *
     * @param panel of a store
     * @return the points of a polyline
     */
    public String line(Panel panel) {
        return panel.points().stream()
                .map(point -> x(point) + "," + y(point.spread().median()))
                .collect(Collectors.joining(" "));
    }

    /**
     * The range about the line.
     *
     * @param panel of a store
     * @return the points of a polygon
     */
    public String range(Panel panel) {
        List<String> corners = new ArrayList<>();
        for (Point point : panel.points()) {
            corners.add(x(point) + "," + y(point.spread().max()));
        }
        for (int i = panel.points().size() - 1; i >= 0; i--) {
            Point point = panel.points().get(i);
            corners.add(x(point) + "," + y(point.spread().min()));
        }
        return String.join(" ", corners);
    }

    /**
     * A point in words.
     *
     * @param point the point
     * @return such as {@code 16: 0.41 (0.39 to 0.52)}
     */
    public static String words(Point point) {
        return Numbers.of(point.size()) + ": " + Chart.words(point.spread());
    }

    /**
     * A panel in words, for screen readers.
     *
     * @param panel of a store
     * @return all of its points
     */
    public String words(Panel panel) {
        return panel.store() + ", " + unit + ", by " + of + ": "
                + panel.points().stream().map(GrowthChart::words).collect(Collectors.joining("; "));
    }
}
