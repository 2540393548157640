// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/**
 * A figure over the rounds of a measurement.
 *
 * @param median of the rounds
 * @param min the smallest
 * @param max the greatest
 * @param rounds how many
 */
public record Spread(double median, double min, double max, int rounds) {

    /**
     * The spread of some rounds.
     *
     * @param rounds one figure for each round, at least one
     * @return their spread; of an even number of rounds, the median is the mean of the middle two
     */
    public static Spread of(List<Double> rounds) {
        double[] sorted =
                rounds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("rounds must have at least 1 figure but was empty");
        }
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1], sorted.length);
    }

    /**
     * A figure that was taken once.
     *
     * @param value the figure
     * @return a spread of one round
     */
    public static Spread once(double value) {
        return new Spread(value, value, value, 1);
    }

    /**
     * Something that was counted once.
     *
     * @param count how many
     * @return a spread of one round
     */
    public static Spread once(long count) {
        return once((double) count);
    }

    /**
     * Whether the rounds of two figures share a value, so that their difference may be noise.
     *
     * @param other of the same unit
     * @return true if the ranges from the smallest to the greatest round meet
     */
    public boolean overlaps(Spread other) {
        return min <= other.max && other.min <= max;
    }
}
