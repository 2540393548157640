// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import org.jspecify.annotations.Nullable;

/**
 * One line of a measurement.
 *
 * @param what is measured
 * @param detail what the figure is made of, empty if there is nothing to say
 * @param unit of the figures, empty if they are counts or ratios
 * @param value of Interlock
 * @param rival who did the same in the same rounds, null if there is none
 * @param target of the ratio if there is one, of the value otherwise; null if there is none
 */
public record Reading(
        String what,
        String detail,
        String unit,
        Spread value,
        @Nullable Rival rival,
        @Nullable Target target) {

    /**
     * A figure without a rival and without a target.
     *
     * @param what is measured
     * @param unit of the figure
     * @param value the figure
     * @return the reading
     */
    public static Reading of(String what, String unit, Spread value) {
        return new Reading(what, "", unit, value, null, null);
    }

    /**
     * This reading with a target.
     *
     * @param wanted what the figure should be
     * @return a new reading
     */
    public Reading withTarget(Target wanted) {
        return new Reading(what, detail, unit, value, rival, wanted);
    }

    /**
     * This reading next to a rival.
     *
     * @param other who did the same
     * @return a new reading
     */
    public Reading nextTo(Rival other) {
        return new Reading(what, detail, unit, value, other, target);
    }

    /**
     * This reading with what its figure is made of.
     *
     * @param parts in words
     * @return a new reading
     */
    public Reading madeOf(String parts) {
        return new Reading(what, parts, unit, value, rival, target);
    }
}
