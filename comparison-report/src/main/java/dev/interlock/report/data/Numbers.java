// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.Locale;

/** Formats numbers for readers, with their significant digits. */
public final class Numbers {

    private Numbers() {}

    /**
     * A number with at most four significant digits.
     *
     * @param number the number
     * @return such as {@code 12,345}, {@code 123}, {@code 12.3}, {@code 0.91}, {@code 0}
     */
    public static String of(double number) {
        if (number == Math.rint(number) || Math.abs(number) >= 100) {
            return String.format(Locale.ROOT, "%,d", Math.round(number));
        }
        return String.format(Locale.ROOT, Math.abs(number) >= 10 ? "%.1f" : "%.2f", number);
    }

    /**
     * A share of something, rounded down, so that the shown value never reaches a target that was missed.
     *
     * @param share such as 0.899
     * @return such as {@code 0.89}
     */
    public static String share(double share) {
        return String.format(Locale.ROOT, "%.2f", Math.floor(share * 100) / 100);
    }

    /**
     * From the smallest to the greatest round.
     *
     * @param spread the rounds
     * @return such as {@code 0.89 to 0.95}, empty if there was one round or all gave the same
     */
    public static String range(Spread spread) {
        return spread.min() == spread.max() ? "" : of(spread.min()) + " to " + of(spread.max());
    }
}
