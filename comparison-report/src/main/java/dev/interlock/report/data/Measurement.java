// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A measurement on one backend.
 *
 * @param title the measured quantity
 * @param method the method, with all numbers that matter
 * @param figures the figures; empty if it failed
 * @param problem why there are no figures, null if there are
 */
public record Measurement(
        String title,
        String method,
        List<Figure> figures,
        @Nullable String problem) {

    /** The title of the requests of each operation, which the page shows for all backends side by side. */
    public static final String ROUND_TRIPS = "Round trips of each operation";

    /** The title of the requests that a release causes at the waiters, which a claim rests on. */
    public static final String WOKEN = "Who is woken by a release";

    /** Copies the list. */
    public Measurement {
        figures = List.copyOf(figures);
    }

    /**
     * A successful measurement.
     *
     * @param title the measured quantity
     * @param method the method
     * @param figures the figures
     * @return the measurement
     */
    public static Measurement of(String title, String method, List<Figure> figures) {
        return new Measurement(title, method, figures, null);
    }

    /**
     * Whether any figure has a reference.
     *
     * @return true if any has a reference
     */
    public boolean compared() {
        return figures.stream().anyMatch(figure -> figure.reference() != null);
    }
}
