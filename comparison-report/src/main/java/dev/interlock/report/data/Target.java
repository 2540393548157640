// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

/**
 * What a figure should be.
 *
 * @param description such as {@code at least 0.90}
 * @param met whether it is
 * @param binding whether a miss is a failure of the lock and not only of its speed
 */
public record Target(String description, boolean met, boolean binding) {

    /**
     * A figure should reach a value; a miss is shown, not a failure.
     *
     * @param value the figure
     * @param least what it should reach
     * @return the target
     */
    public static Target goalAtLeast(double value, double least) {
        return new Target("at least " + Numbers.of(least), value >= least, false);
    }

    /**
     * A figure should exceed a value; a miss is shown, not a failure.
     *
     * @param value the figure
     * @param bar what it should exceed
     * @return the target
     */
    public static Target goalAbove(double value, double bar) {
        return new Target("more than " + Numbers.of(bar), value > bar, false);
    }

    /**
     * A figure should not exceed a value; a miss is shown, not a failure.
     *
     * @param value the figure
     * @param most what it should not exceed
     * @return the target
     */
    public static Target goalAtMost(double value, double most) {
        return new Target("at most " + Numbers.of(most), value <= most, false);
    }

    /**
     * What must be so in a correct lock.
     *
     * @param value the figure
     * @param expected what it must be
     * @return the target
     */
    public static Target mustBe(long value, long expected) {
        return new Target("must be " + Numbers.of((double) expected), value == expected, true);
    }
}
