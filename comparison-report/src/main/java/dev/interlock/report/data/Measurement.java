// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A measurement on one backend.
 *
 * @param title what was measured
 * @param method how, with all numbers that matter
 * @param readings the figures; empty if it failed
 * @param problem why there are no figures, null if there are
 */
public record Measurement(
        String title,
        String method,
        List<Reading> readings,
        @Nullable String problem) {

    /** The title of what each operation sends, which is shown for all backends side by side. */
    public static final String ROUND_TRIPS = "Round trips of each operation";

    /** Copies the list. */
    public Measurement {
        readings = List.copyOf(readings);
    }

    /**
     * A measurement that gave figures.
     *
     * @param title what was measured
     * @param method how
     * @param readings the figures
     * @return the measurement
     */
    public static Measurement of(String title, String method, List<Reading> readings) {
        return new Measurement(title, method, readings, null);
    }

    /**
     * Whether any figure stands next to one of somebody else.
     *
     * @return true if the columns of the rival are worth showing
     */
    public boolean compared() {
        return readings.stream().anyMatch(reading -> reading.rival() != null);
    }
}
