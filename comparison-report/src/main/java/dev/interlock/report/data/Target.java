// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

/**
 * The target of a figure.
 *
 * @param description such as {@code at least 0.90}
 * @param met whether the figure meets it
 * @param binding whether a miss is a defect of the lock and not only of its speed
 */
public record Target(String description, boolean met, boolean binding) {

    /**
     * A figure should reach a value; a miss is shown and is no failure.
     *
     * @param value the figure
     * @param least the value to reach
     * @return the target
     */
    public static Target goalAtLeast(double value, double least) {
        return new Target("at least " + Numbers.of(least), value >= least, false);
    }

    /**
     * A figure should exceed a value; a miss is shown and is no failure.
     *
     * @param value the figure
     * @param bar the value to exceed
     * @return the target
     */
    public static Target goalAbove(double value, double bar) {
        return new Target("more than " + Numbers.of(bar), value > bar, false);
    }

    /**
     * A figure should not exceed a value; a miss is shown and is no failure.
     *
     * @param value the figure
     * @param most the largest permitted value
     * @return the target
     */
    public static Target goalAtMost(double value, double most) {
        return new Target("at most " + Numbers.of(most), value <= most, false);
    }

    /**
     * A value that every correct lock has.
     *
     * @param value the figure
     * @param expected the required value
     * @return the target
     */
    public static Target mustBe(long value, long expected) {
        return new Target("must be " + Numbers.of((double) expected), value == expected, true);
    }
}
