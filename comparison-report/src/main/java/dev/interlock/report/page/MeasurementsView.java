// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Figure.Reference;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Target;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The measurements, for the templates. */
public final class MeasurementsView {

    private MeasurementsView() {}

    /**
     * The comparisons of a backend with the raw client and with other libraries.
     *
     * @param backend the backend
     * @return the figures that have a ratio
     */
    public static List<Figure> ratios(BackendReport backend) {
        return backend.measurements().stream()
                .flatMap(measurement -> measurement.figures().stream())
                .filter(figure ->
                        figure.reference() != null && figure.reference().ratio() != null)
                .toList();
    }

    /**
     * The ratio of a figure that has one.
     *
     * @param figure the figure
     * @return the ratio
     */
    public static Spread ratio(Figure figure) {
        return Objects.requireNonNull(reference(figure).ratio(), figure.what());
    }

    /**
     * The reference of a figure that has one.
     *
     * @param figure the figure
     * @return the reference
     */
    public static Reference reference(Figure figure) {
        return Objects.requireNonNull(figure.reference(), figure.what());
    }

    /**
     * Whether a target was met, as text.
     *
     * @param figure the figure
     * @param target its target
     * @return in words; in capitals if the miss is a defect
     */
    public static String verdict(Figure figure, Target target) {
        if (target.met()) {
            return "met";
        }
        return target.binding() ? "BROKEN" : figure.missedWithinNoise() ? "within noise" : "missed";
    }

    /**
     * The style of that verdict.
     *
     * @param figure the figure
     * @param target its target
     * @return {@code good}, {@code open}, {@code bad} or nothing
     */
    public static String style(Figure figure, Target target) {
        if (target.met()) {
            return "good";
        }
        return target.binding() ? "bad" : figure.missedWithinNoise() ? "" : "open";
    }

    /**
     * The backends whose servers counted requests.
     *
     * @param report the report
     * @return those with counts
     */
    public static List<BackendReport> counted(Report report) {
        return report.ran().stream()
                .filter(backend -> !roundTrips(backend).isEmpty())
                .toList();
    }

    /**
     * The operations that any server counted.
     *
     * @param report the report
     * @return in the order of the first that did
     */
    public static List<String> operations(Report report) {
        return report.ran().stream()
                .flatMap(backend -> roundTrips(backend).stream())
                .map(Figure::what)
                .distinct()
                .toList();
    }

    /**
     * The requests of one operation.
     *
     * @param backend the backend
     * @param operation one of {@link #operations}
     * @return its figure, null if it was not counted
     */
    public static @Nullable Figure roundTrips(BackendReport backend, String operation) {
        return roundTrips(backend).stream()
                .filter(figure -> figure.what().equals(operation))
                .findFirst()
                .orElse(null);
    }

    private static List<Figure> roundTrips(BackendReport backend) {
        return backend.measurements().stream()
                .filter(measurement -> measurement.title().equals(Measurement.ROUND_TRIPS))
                .flatMap(measurement -> measurement.figures().stream())
                .toList();
    }
}
