// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A measurement on one backend.
 *
 * @param title what was measured
 * @param method how, with all numbers that matter
 * @param figures the figures; empty if it failed
 * @param problem why there are no figures, null if there are
 */
public record Measurement(
        String title,
        String method,
        List<Figure> figures,
        @Nullable String problem) {

    /** The title of what each operation sends, which is shown for all backends side by side. */
    public static final String ROUND_TRIPS = "Round trips of each operation";

    /** Copies the list. */
    public Measurement {
        figures = List.copyOf(figures);
    }

    /**
     * A measurement that gave figures.
     *
     * @param title what was measured
     * @param method how
     * @param figures the figures
     * @return the measurement
     */
    public static Measurement of(String title, String method, List<Figure> figures) {
        return new Measurement(title, method, figures, null);
    }

    /**
     * Whether any figure is compared with that of a reference.
     *
     * @return true if any has a reference
     */
    public boolean compared() {
        return figures.stream().anyMatch(figure -> figure.reference() != null);
    }
}
