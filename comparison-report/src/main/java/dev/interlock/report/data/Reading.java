// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import org.jspecify.annotations.Nullable;

/**
 * One line of a measurement.
 *
 * @param what is measured
 * @param unit of the figures, empty if they are counts or ratios
 * @param value of Interlock
 * @param floor of the raw client in the same rounds, null if there is none
 * @param ratio of Interlock to the floor, round by round, null if it is not worth showing
 * @param target of the ratio if there is one, of the value otherwise; null if there is none
 */
public record Reading(
        String what,
        String unit,
        Spread value,
        @Nullable Spread floor,
        @Nullable Spread ratio,
        @Nullable Target target) {

    /**
     * A figure without a floor and without a target.
     *
     * @param what is measured
     * @param unit of the figure
     * @param value the figure
     * @return the reading
     */
    public static Reading of(String what, String unit, Spread value) {
        return new Reading(what, unit, value, null, null, null);
    }

    /**
     * This reading with a target.
     *
     * @param wanted what the figure should be
     * @return a new reading
     */
    public Reading withTarget(Target wanted) {
        return new Reading(what, unit, value, floor, ratio, wanted);
    }
}
